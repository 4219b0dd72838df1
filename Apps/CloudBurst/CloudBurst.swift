import Foundation
import Reprise

/// The viewer of virtual systems.
@main enum CloudBurst {
  @MainActor static func main() {
    Program(
      "cloudburst", version: version, summary: "CloudBurst shows an appliance's virtual systems.",
      operands: "[SYSTEM|URL]", options: [unplugged, filter, sort] + Option.live,
      commands: [.list, .show, .certificates(of: "cloudburst")], account: account,
      continuing: continuing
    ) { arguments in
      let settings = try settings(arguments)
      return Viewer(
        Connections(settings), recording: arguments.value("unplugged"),
        target: try Target(
          arguments.operands.first, filter: arguments.value("filter"),
          sort: try order(arguments),
          origin: arguments.isContinuing ? nil : try origin(arguments, settings))
      ).application
    }
    .main()
  }

  static let version = "0.2.0"

  static let unplugged = Option(
    "unplugged", .optional("PATH"),
    help: "use the demo data, or recorded answers: a file or folder")
  static let filter = Option(
    "filter", .required("TEXT"), help: "show the systems that match TEXT")
  static let sort = Option(
    "sort", .required("COLUMN[:desc]"),
    help: "sort by name, status, owner, created, id or updated")

  /// What each kind of appliance wants to be told of its own interface's version.
  static let presets: KeyValuePairs<String, [HTTPHeader]> = [
    "cloudburst": [HTTPHeader("X-CloudBurst-API-Version", "1.0")],
    "iwd": [HTTPHeader("X-IBM-Workload-Deployer-API-Version", "5.0.0.1")],
    "pure": [
      HTTPHeader("X-IBM-PureSystem-API-Version", "2.0"),
      HTTPHeader("X-IBM-Workload-Deployer-API-Version", "5.0.0.1"),
    ],
  ]

  static func settings(_ arguments: Arguments) throws -> LiveSettings {
    try LiveSettings(application: "cloudburst", arguments, presets: presets)
  }

  /// Whose systems the arguments mean; nil if they don't say.
  static func origin(_ arguments: Arguments, _ settings: LiveSettings) throws -> Origin? {
    if arguments.has("unplugged") {
      guard !["server", "profile"].contains(where: arguments.has) else {
        throw UsageProblem(
          "--unplugged and a server name two lists",
          advice: "Leave out --unplugged for the server's, --server and --profile for the other.")
      }
      return .unplugged
    }
    guard let link = arguments.operands.first.flatMap({ DeepLink($0) }) else {
      return settings.account.map { .live($0) }
    }
    return .live(try settings.account(at: link.server))
  }

  /// How a start that names nobody goes on with the last session: with the recording that it shows, whatever server it asks.
  @MainActor private static func continuing(
    _ arguments: Arguments, _ session: Snapshot
  ) throws -> Continuation? {
    // What is to be shown of a list, or who gives passwords, is meant for a server that has to be named.
    guard !["filter", "sort", "password-command"].contains(where: arguments.has) else { return nil }
    let path = session.account.flatMap { recordedPath($0) }
    let origin = session.entries.reversed().lazy.compactMap { Route($0)?.origin }.first
    let words = origin.map { place($0, recordedPath: path ?? "") }
    return Continuation(
      path.map { arguments.setting("unplugged", to: $0) } ?? arguments, words: words)
  }

  /// What a session shows, in a few words.
  private static func place(_ origin: Origin, recordedPath path: String) -> String {
    guard case .live(let account) = origin else {
      return path.split(separator: "/").last.map { String($0) } ?? "demo data"
    }
    let server = ServerAddress(account.server, allowsHTTP: true)
    return "\(account.user) at \(server?.name ?? account.server)"
  }

  /// The order that the arguments ask for; nil if they don't.
  static func order(_ arguments: Arguments) throws -> ListSort? {
    guard let text = arguments.value("sort") else { return nil }
    guard let sort = ListSort(text: text) else {
      throw UsageProblem(
        "“\(text)” is an invalid sort order",
        advice: "Write a column, or COLUMN:desc, for example created:desc."
      )
    }
    guard SystemRow.columns.contains(where: { $0.id == sort.columnID }) else {
      let names = SystemRow.columns.map { $0.id }.joined(separator: ", ")
      throw UsageProblem("there is no column “\(sort.columnID)”", advice: "There are: \(names).")
    }
    return sort
  }

  /// Each server and user, and each recording, has a session of its own.
  private static func account(_ arguments: Arguments) throws -> Account? {
    switch try origin(arguments, try settings(arguments)) {
    case nil: return nil
    case .live(let account): return account
    case .unplugged:
      let path = arguments.value("unplugged").map { URL(fileURLWithPath: $0).standardized.path }
      return Account(server: unpluggedServer + (path ?? builtIn))
    }
  }

  private static let unpluggedServer = "unplugged "
  private static let builtIn = "built-in"

  /// The recording that a session is of: its path, or empty for the demo data; nil for a server's.
  private static func recordedPath(_ account: Account) -> String? {
    guard account.user.isEmpty, account.server.hasPrefix(unpluggedServer) else { return nil }
    let path = String(account.server.dropFirst(unpluggedServer.count))
    return path == builtIn ? "" : path
  }
}
