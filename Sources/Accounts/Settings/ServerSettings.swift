public import Commands
public import Core
public import FoundationEssentials
import Glibc
public import Networking

/// The server settings from the command line and the configuration file. The command line takes
/// precedence.
public struct ServerSettings: Sendable {
  /// The server and user from the command line, or from the profile that it names; `nil` if neither
  /// names a server.
  public let account: Account?
  /// The number of seconds after which a screen loads its data again, by default 30; `nil` if
  /// screens aren't refreshed automatically.
  public let refreshInterval: Int?
  /// The directory in which server responses are recorded, from the option `--record`; `nil`
  /// without the option.
  public let recordDirectory: String?
  /// The log-ins that no later process can reuse. A `Program` with a sign-in ends them at the
  /// server before the process exits; a command has to end them itself.
  public let openLogins = OpenLogins()
  /// Whether unencrypted `http` addresses are allowed.
  public let allowsHTTP: Bool
  /// The servers and users that the configuration file names, with the names of their profiles.
  public let profiles: [(name: String, account: Account)]

  /// The server certificates that the user trusts; `nil` if there is no directory in which they can
  /// be stored.
  public var trustedServers: TrustedServers? { try? requireTrustedServers() }

  /// Throws without a home directory, and for root in another user's home.
  func requireTrustedServers() throws(FileError) -> TrustedServers {
    TrustedServers(directory: try privateDirectory.get().path + "/certificates")
  }

  /// The servers and users of recent sign-ins.
  public let recent: RecentAccounts

  /// The warning above every screen if the settings allow an insecure connection; otherwise `nil`.
  public var warning: String? {
    allowsHTTP
      ? "INSECURE http: anyone on the network can read everything, passwords included." : nil
  }

  /// `nil` if the command line names a file.
  package var sessionName: String? {
    arguments.has("snapshot") ? nil : arguments.value("session") ?? "main"
  }

  package var sessionFile: String? { arguments.value("snapshot") }

  package let application: String
  package let environment: [String: String]
  /// `nil` without a home directory, and for root in another user's home: then nothing is stored,
  /// and everything else works.
  package var directory: String? { (try? privateDirectory.get())?.path }
  private let privateDirectory: Result<PrivateDirectory, FileError>
  package let storesData: Bool
  package let arguments: Arguments
  private let pages: Set<String>
  private let file: ConfigurationFile
  private let named: Profile?
  private let presets: KeyValuePairs<String, [HTTPHeader]>
  private let profilesByAccount: [Account: Profile]

  /// Reads the settings, without changing or creating any file.
  ///
  ///     try ServerSettings(application: "patients", arguments, keys: [IdleLimit.settingsKey])
  ///
  /// - Parameters:
  ///   - application: The program's name, also used for its directories.
  ///   - arguments: The command line, whose options include `Option.servers`.
  ///   - environment: The environment, which names the home directory and the directories in it.
  ///   - presets: The headers for each kind of server, by its name. The first is the default.
  ///   - keys: The application's own keys in config.json, in addition to `profiles`, `background`
  ///     and `mouse`.
  ///   - pages: The path components with which the servers' own pages and resources begin. They end
  ///     the server's address if it was copied from a browser.
  ///
  /// Throws `UsageError` for invalid settings, and `HTTPError` if the file of certificate
  /// authorities can't be read.
  public init(
    application: String, _ arguments: Arguments,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    presets: KeyValuePairs<String, [HTTPHeader]> = [:], keys: Set<String> = [],
    pages: Set<String> = []
  ) throws {
    let file = try ConfigurationFile(
      application: application, keys: keys, environment: environment)
    self.file = file
    let profile = try ServerSettings.profile(arguments, file)
    self.application = application
    self.environment = environment
    let privateDirectory = Result { () throws(FileError) in
      try PrivateDirectory(ofApplication: application, environment: environment)
    }
    self.privateDirectory = privateDirectory
    // A user who wants no session doesn't want to leave other traces either.
    storesData = !arguments.has("ephemeral")
    let recentDirectory = storesData ? try? privateDirectory.get() : nil
    recent = RecentAccounts(file: recentDirectory.map { PrivateFile($0.path + "/recent.json") })
    self.arguments = arguments
    self.presets = presets
    self.pages = pages
    named = profile
    allowsHTTP = arguments.has("insecure-http")
    account = try ServerSettings.account(
      server: arguments.value("server") ?? profile?.server,
      user: arguments.value("user") ?? profile?.user, allowsHTTP: allowsHTTP, pages)
    refreshInterval = try ServerSettings.interval(arguments.value("refresh") ?? profile?.refresh)
    recordDirectory = arguments.value("record")
    let accounts = try file.profiles.compactMap { profile in
      try file.using(profile) {
        try ServerSettings.account(server: $0.server, user: $0.user, allowsHTTP: true, pages)
      }.map { (profile: profile, account: $0) }
    }
    profiles = accounts.map { ($0.profile.name, $0.account) }
    profilesByAccount = Dictionary(accounts.map { ($0.account, $0.profile) }) { first, _ in first }
    if let file = arguments.value("cacert") ?? profile?.authorityFile, access(file, R_OK) != 0 {
      throw HTTPError.unreadableAuthority(file: file)
    }
    // Invalid headers are reported now, not in the middle of work.
    for profile in file.profiles { _ = try file.using(profile, headers) }
  }

  /// Checks that responses can be recorded in the directory of `--record`, and creates it if
  /// necessary. Throws `ReplayError`.
  public func requireRecordable() throws {
    if let recordDirectory { try RecordingTransport.prepare(recordDirectory) }
  }

  /// Returns the account for a server that was given without a user. The user comes from the
  /// command line, or else from a known account at the same server.
  ///
  /// Throws `UsageError` if neither names a user.
  public func account(at server: String) throws -> Account {
    if let user = arguments.value("user") { return Account(server: server, user: user) }
    let known = [account].compactMap(\.self) + profiles.map(\.account) + recent.accounts
    guard let account = known.first(where: { $0.server == server && !$0.user.isEmpty }) else {
      throw UsageError("no user given for \(server)", advice: "Add --user NAME.")
    }
    return account
  }

  /// The profile that the command line names, if it is for this account, or else any that is. A
  /// profile doesn't apply if the command line replaces its server.
  private func profile(of account: Account) -> Profile? {
    guard account == self.account, let named, named.isOfServer(of: account) else {
      return profilesByAccount[account]
    }
    return named
  }

  /// Returns the value of one of the application's own keys in config.json; `nil` if it isn't set.
  public func value(_ key: String) -> JSON? { file.own[key].flatMap { $0 == .null ? nil : $0 } }

  /// Returns the configuration file's path and one of the application's own keys, for messages
  /// about the key's value.
  public func location(of key: String) -> String { "\(file.path), “\(key)”" }

  /// Returns the value of one of the application's own keys in config.json, if it is a text or a
  /// number, and its location for messages. Returns `nil` if the key isn't set.
  ///
  /// Throws `UsageError` for other kinds of value. The message suggests `example`, such as `"90s"`.
  public func text(_ key: String, example: String) throws -> (text: String, location: String)? {
    let location = location(of: key)
    switch value(key) {
    case nil: return nil
    case .string(let text), .number(let text): return (text, location)
    case let other?:
      throw UsageError("\(location) is \(other.kind)", advice: "Write a text: \(example).")
    }
  }

  func headers(for account: Account) -> [HTTPHeader] {
    (try? headers(of: profile(of: account))) ?? []
  }

  func authorityFile(for account: Account) -> String? {
    arguments.value("cacert") ?? profile(of: account)?.authorityFile
  }

  /// For a recording's password, or that of the application's own data.
  package var ownPasswordCommand: String? { arguments.value("password-command") }

  package func passwordCommand(for account: Account) -> String? {
    // Another user's password must not be sent, nor this one to a server that a session file or the
    // user names later.
    let isMeant =
      self.account.map { named in
        named.server == account.server && (named.user.isEmpty || named.user == account.user)
      } ?? false
    if isMeant, let command = arguments.value("password-command") { return command }
    // If the command line replaces the user, the profile's password is another user's.
    let profile = profile(of: account)
    let isOfUser = profile?.user == nil || profile?.user == account.user
    return (isOfUser ? profile : profilesByAccount[account])?.passwordCommand
  }

  private static func profile(
    _ arguments: Arguments, _ file: ConfigurationFile
  ) throws -> Profile? {
    guard let name = arguments.value("profile") else { return nil }
    guard let profile = file.profiles.first(where: { $0.name == name }) else {
      let names = file.profiles.map(\.name).joined(separator: ", ")
      throw UsageError(
        "there is no profile “\(name)”",
        advice: names.isEmpty ? "config.json has none." : "There are: \(names).")
    }
    return profile
  }

  private static func account(
    server: String?, user: String?, allowsHTTP: Bool, _ pages: Set<String>
  ) throws -> Account? {
    guard let server else { return nil }
    if let problem = ServerAddress.problem(server, allowsHTTP: allowsHTTP) {
      throw UsageError(
        "“\(ServerAddress.withoutUser(server))”: \(problem)",
        advice: "For example https://appliance.example.com.")
    }
    guard let address = ServerAddress(server, allowsHTTP: allowsHTTP) else { return nil }
    return Account(server: address.base(before: pages).text, user: user ?? "")
  }

  /// Parses a server's address that the user typed or copied from a browser. Returns `nil` if the
  /// address is invalid; `ServerAddress.problem` describes the reason.
  public func address(_ text: String) -> ServerAddress? {
    ServerAddress(text, allowsHTTP: allowsHTTP)?.base(before: pages)
  }

  private static func interval(_ text: String?) throws -> Int? {
    guard let text else { return 30 }
    guard let seconds = Int(text), (0...86_400).contains(seconds) else {
      throw UsageError(
        "“\(text)” is not a whole number of seconds", advice: "Write 0 to 86400; 0 is never.")
    }
    return seconds == 0 ? nil : seconds
  }

  private func headers(of profile: Profile?) throws -> [HTTPHeader] {
    var headers = presets.first?.value ?? []
    if let name = profile?.preset {
      guard let preset = presets.first(where: { $0.key == name }) else {
        throw UsageError(
          "there is no preset “\(name)”",
          advice: "There are: \(presets.map(\.key).joined(separator: ", ")).")
      }
      headers = preset.value
    }
    for line in profile?.headers ?? [] {
      guard let header = HTTPHeader(line: line) else {
        throw UsageError("“\(line)” is no header", advice: "Write it as \"Name: value\".")
      }
      headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
      headers.append(header)
    }
    return headers
  }
}
