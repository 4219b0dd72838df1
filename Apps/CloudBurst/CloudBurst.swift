import Accounts
import Documents
import FoundationEssentials
import Glibc
import Reprise

@main enum CloudBurst {
  @MainActor static func main() {
    Program(
      "cloudburst", version: version, summary: "CloudBurst shows an appliance's virtual systems.",
      operands: .one("[SYSTEM|URL]"), options: [unplugged, filter, sort] + servers,
      commands: [.list, .show, .certificates(of: "cloudburst", settings)] + registration,
      launch: launch
    )
    .main()
  }

  private static let registration = Command.registration("cloudburst", types: []) { registration in
    registration.title = "CloudBurst"
    registration.summary = "Shows the virtual systems of an appliance"
    registration.genericName = "Virtual system viewer"
    registration.categories = ["System", "Monitor"]
    registration.schemes = [DeepLink.scheme]
  }

  @MainActor private static func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route>
  {
    let settings = try settings(arguments)
    try settings.requireRecordable()
    let origin = try origin(arguments, settings, mayAskForUser: true)
    let recording = arguments.value("unplugged")
    let target = try Target(
      arguments.operands.first, filter: arguments.value("filter"), sort: try order(arguments),
      origin: origin)
    var launch = LaunchConfiguration(of: account(origin, recording)) {
      Viewer(Connections(settings), recording: recording, target: target).application
    }
    launch.continuing = { session in continuing(arguments, settings, session) }
    return launch
  }

  static let version = "0.3.0"

  static let unplugged = Option(
    "unplugged", .optional("PATH"),
    help: "use the demo data, or recorded answers: a file or folder")
  static let filter = Option(
    "filter", .required("TEXT"), help: "show the systems that match TEXT")
  static let sort = Option(
    "sort", .required("COLUMN[:desc]"),
    help: "sort by name, status, owner, created, id or updated")

  /// The help text says that, with a link, `--password-command` needs `--server`.
  private static let servers = Option.servers.map { option in
    guard option.name == "password-command" else { return option }
    return Option(
      option.name, .required("CMD"),
      help: "use the first line of CMD's output as password; beside a URL with --server")
  }

  static let presets: KeyValuePairs<String, [HTTPHeader]> = [
    "cloudburst": [HTTPHeader("X-CloudBurst-API-Version", "1.0")],
    "iwd": [HTTPHeader("X-IBM-Workload-Deployer-API-Version", "5.0.0.1")],
    "pure": [
      HTTPHeader("X-IBM-PureSystem-API-Version", "2.0"),
      HTTPHeader("X-IBM-Workload-Deployer-API-Version", "5.0.0.1"),
    ],
  ]

  @Sendable static func settings(_ arguments: Arguments) throws -> ServerSettings {
    let settings = try ServerSettings(
      application: "cloudburst", arguments, presets: presets, keys: [StatusTable.settingsKey],
      pages: ["resources"])
    // Reports a malformed table at startup, not in the middle of work.
    _ = try StatusTable(settings)
    return settings
  }

  /// `nil` if the arguments name none. Throws for a link without a user unless `mayAskForUser`.
  static func origin(
    _ arguments: Arguments, _ settings: ServerSettings, mayAskForUser: Bool = false
  ) throws -> Origin? {
    let isNamed = ["server", "profile", "unplugged"].contains(where: arguments.has)
    let link = try arguments.operands.first.flatMap {
      // If options name the server, an operand that looks like a host name may be a system's name.
      try DeepLink($0) ?? (isNamed ? nil : DeepLink(withoutScheme: $0))
    }
    if arguments.has("unplugged") {
      guard !["server", "profile"].contains(where: arguments.has), link == nil else {
        throw UsageError(
          "--unplugged can't be combined with a server",
          advice: "Leave out --unplugged, or --server and --profile.")
      }
      guard !arguments.has("record") else { throw UsageError.nothingToRecord }
      return .unplugged
    }
    guard let link else { return settings.account.map { .live($0) } }
    // Any web page can contain a link, so a link alone must not select who receives the password.
    guard settings.account != nil || !arguments.has("password-command") else {
      throw UsageError(
        "--password-command with a link needs --server",
        advice: "Add --server \(link.server) if that server is to get the password.")
    }
    if isNamed, let server = settings.account?.server,
      ServerAddress(server, allowsHTTP: true)?.origin
        != ServerAddress(link.server, allowsHTTP: true)?.origin
    {
      throw UsageError(
        "\(server) and the link to \(link.server) are two servers",
        advice: "Leave out --server and --profile: the link names its own.")
    }
    do {
      return .live(try settings.account(at: link.server))
    } catch is UsageError where mayAskForUser {
      return .live(Account(server: link.server))
    }
  }

  /// Resumes with the session's own server or recording; `nil` if options need a named server.
  @MainActor private static func continuing(
    _ arguments: Arguments, _ settings: ServerSettings, _ session: Snapshot
  ) -> LaunchConfiguration<Route>? {
    guard !["filter", "sort", "password-command"].contains(where: arguments.has) else { return nil }
    let path = session.account.flatMap { recordedPath($0) } ?? ""
    let origin = session.entries.reversed().lazy.compactMap { Route($0)?.origin }.first
    var launch = LaunchConfiguration {
      Viewer(Connections(settings), recording: path.isEmpty ? nil : path).application
    }
    launch.description = origin.map { description(of: $0, recordedPath: path) }
    return launch
  }

  /// "cbadmin at appliance.example.com", or a file name.
  private static func description(of origin: Origin, recordedPath path: String) -> String {
    guard case .live(let account) = origin else {
      return path.split(separator: "/").last.map { String($0) } ?? "demo data"
    }
    let server = ServerAddress(account.server, allowsHTTP: true)
    return "\(account.user) at \(server?.name ?? account.server)"
  }

  static func order(_ arguments: Arguments) throws -> ListSort? {
    try arguments.sort(by: SystemRow.columns, example: "created:desc")
  }

  /// Selects the session: each recording has an account of its own.
  private static func account(_ origin: Origin?, _ recording: String?) -> Account? {
    switch origin {
    case nil: return nil
    case .live(let account): return account
    case .unplugged:
      return recording.map { Account(server: unpluggedServer + FilePath.absolute($0)) }
        ?? .demoData
    }
  }

  private static let unpluggedServer = "unplugged "

  /// "" for the demo data; `nil` for a server.
  private static func recordedPath(_ account: Account) -> String? {
    guard account != .demoData else { return "" }
    guard account.user.isEmpty, account.server.hasPrefix(unpluggedServer) else { return nil }
    return String(account.server.dropFirst(unpluggedServer.count))
  }
}
