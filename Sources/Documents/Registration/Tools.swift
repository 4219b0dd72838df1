import Core

/// The freedesktop tools, as far as they are installed.
struct Tools: Sendable {
  private let search: SearchPath
  private let environment: [String: String]

  init(environment: [String: String]) {
    search = SearchPath(environment)
    self.environment = environment
  }

  /// A tool. `package` is the package that contains it.
  enum Tool: String, CaseIterable {
    case updateMIMEDatabase = "update-mime-database"
    case updateDesktopDatabase = "update-desktop-database"
    case validate = "desktop-file-validate"
    case gio
    case xdgMIME = "xdg-mime"
    case runMailcap = "run-mailcap"

    var package: String {
      switch self {
      case .updateMIMEDatabase: "shared-mime-info"
      case .updateDesktopDatabase, .validate: "desktop-file-utils"
      case .gio: "libglib2.0-bin"
      case .xdgMIME: "xdg-utils"
      case .runMailcap: "mailcap"
      }
    }

    /// The sentence for a report if the tool isn't installed.
    var absence: String { "\(rawValue) isn't installed (package \(package))." }
  }

  /// Runs a tool. Returns `nil` if it isn't installed. Throws `DocumentError`.
  func run(_ tool: Tool, _ arguments: [String]) throws(DocumentError) -> ToolRun? {
    guard let path = search.program(tool.rawValue) else { return nil }
    return try ToolRun(path, arguments, environment: environment)
  }

  func has(_ tool: Tool) -> Bool { search.program(tool.rawValue) != nil }
}
