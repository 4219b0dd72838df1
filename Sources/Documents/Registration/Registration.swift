/// An application's registration with the desktop: its name, how it is started, and what it opens.
///
///     Registration(
///       "molecules", title: "Molecules", summary: "Shows chemical files",
///       program: "/usr/bin/molecules",
///       types: registry.types, schemes: ["molecules"])
public struct Registration: Sendable {
  /// The command's name, which is also used for file names.
  public let application: String
  /// The name shown to the user, and a one-sentence summary.
  public var title, summary: String
  /// The kind of program, shown in menus: "Molecule viewer".
  public var genericName: String
  /// The program's absolute path.
  public var program: String
  /// The document types that the application opens.
  public var types: [DocumentType]
  /// The application's own URL schemes, without a colon.
  public var schemes: [String]
  /// The menu categories: "Science", "Chemistry".
  public var categories: [String]
  /// The arguments, placed before the file's name, that print a document as text; `nil` if the
  /// application can't.
  public var printing: [String]?
  /// Whether to claim extensions that other kinds of files share.
  public var claimsExtensions: Bool

  /// Creates a registration without writing anything.
  public init(
    _ application: String, title: String, summary: String = "", genericName: String = "",
    program: String, types: [DocumentType] = [], schemes: [String] = [],
    categories: [String] = ["Utility"], printing: [String]? = nil, claimsExtensions: Bool = false
  ) {
    self.application = application
    self.title = title
    self.summary = summary
    self.genericName = genericName
    self.program = program
    self.types = types
    self.schemes = schemes
    self.categories = categories
    self.printing = printing
    self.claimsExtensions = claimsExtensions
  }

  /// The desktop file id, which is the name of the entry's file.
  public var desktopID: String { application + ".desktop" }

  /// The MIME types to register, including those of URL schemes.
  public var mimeTypes: [String] {
    types.compactMap(\.mimeTypes.first) + schemes.map { "x-scheme-handler/\($0)" }
  }

  /// The sentence that identifies files written by the registration.
  var mark: String {
    "Written by “\(application) register”; “\(application) unregister” deletes it."
  }

  /// Why the registration can't be written; `nil` if it can.
  var refusal: String? {
    let names = [application] + schemes + types.flatMap(\.extensions)
    if let name = names.first(where: { !Registration.isPlain($0) }) {
      return "“\(name)” has other characters than letters, digits, and + - . _"
    }
    if let name = mimeTypes.first(where: {
      let parts = $0.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count != 2 || !parts.allSatisfy { Registration.isPlain(String($0)) }
    }) {
      return "“\(name)” is no MIME type"
    }
    guard program.hasPrefix("/"), !program.contains(where: { $0.isNewline || $0 == "=" }) else {
      return "the program's path, \(program), isn't absolute, or has a line end or “=” in it"
    }
    return nil
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "+-._".unicodeScalars.contains($0)
      }
  }
}
