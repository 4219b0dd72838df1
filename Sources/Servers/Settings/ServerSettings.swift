public import Commands
import Files
public import Foundation
public import Networking
public import Values

/// The settings for servers on the command line and in the configuration file: the command line wins.
public struct ServerSettings: Sendable {
  /// The server and the user that were named; nil if none was.
  public let account: Account?
  /// The seconds between two refreshes of a screen; nil if it isn't refreshed by itself.
  public let refreshInterval: Int?
  /// The folder of `--record`, where answers are recorded; nil without one.
  public let recordDirectory: String?
  /// The logins of this process that are given back before it ends.
  public let openLogins = OpenLogins()
  /// True if `http` addresses may be asked.
  public let allowsHTTP: Bool
  /// The servers and users to choose from, by name.
  public let profiles: [(name: String, account: Account)]

  /// The servers whose certificates the person trusts; nil where there is no folder for them.
  public var trustedServers: TrustedServers? { try? requireTrustedServers() }

  /// The servers whose certificates the person trusts. Throws `FileError`: without a home, and
  /// for root in another user's home.
  func requireTrustedServers() throws(FileError) -> TrustedServers {
    TrustedServers(directory: try place.get().path + "/certificates")
  }

  /// The servers and users that were used last.
  public let recent: RecentAccounts

  /// The warning that stands above every screen; nil for none.
  public var warning: String? {
    allowsHTTP
      ? "INSECURE http: anyone on the network can read everything, passwords included." : nil
  }

  /// The session that the command line asks for by its name; nil if it names a file.
  package var sessionName: String? {
    arguments.has("snapshot") ? nil : arguments.value("session") ?? "main"
  }

  /// The file that the command line names for the session; nil if it names none.
  package var sessionFile: String? { arguments.value("snapshot") }

  package let application: String
  package let environment: [String: String]
  /// The folder of the application's files; nil without a home, and for root in another user's:
  /// then nothing is kept, and everything else works.
  package var directory: String? { (try? place.get())?.path }
  private let place: Result<PrivateDirectory, FileError>
  /// True if anything that was looked at may be left behind.
  package let keepsAnswers: Bool
  package let arguments: Arguments
  private let pages: Set<String>
  private let file: ConfigurationFile
  private let named: Profile?
  private let presets: KeyValuePairs<String, [HTTPHeader]>
  private let profilesByAccount: [Account: Profile]

  /// Reads the settings. Nothing is changed or made.
  ///
  ///     try ServerSettings(application: "patients", arguments, keys: [IdleLimit.settingsKey])
  ///
  /// - Parameters:
  ///   - application: The program's name, which is that of its folders.
  ///   - arguments: The command line, which has `Option.servers` among its options.
  ///   - environment: The environment that names the home and the folders in it.
  ///   - presets: The headers that kinds of servers want, by the name of the kind; the first is taken where none is named.
  ///   - keys: The application's own keys in config.json, beside `profiles`.
  ///   - pages: The names at which the paths of the servers' own pages and resources begin. From there on a path isn't part of a server's
  ///     address: it was copied from a browser.
  ///
  /// Throws `UsageError` for what can't be understood.
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
    let place = Result { () throws(FileError) in
      try PrivateDirectory(ofApplication: application, environment: environment)
    }
    self.place = place
    // Whoever wants no session doesn't want to leave behind where they were either.
    keepsAnswers = !arguments.has("ephemeral")
    let recentDirectory = keepsAnswers ? try? place.get() : nil
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
    // What can't be understood is said now, not in the middle of work.
    for profile in file.profiles { _ = try file.using(profile, headers) }
  }

  /// Sees that answers can be recorded where `--record` says; makes the folder if it isn't there. Throws `ReplayError`.
  public func requireRecordable() throws {
    if let recordDirectory { try RecordingTransport.prepare(recordDirectory) }
  }

  /// The account at a server that somebody named without a user: the one that was named otherwise, or is known from before.
  ///
  /// Throws `UsageError` if there is none.
  public func account(at server: String) throws -> Account {
    if let user = arguments.value("user") { return Account(server: server, user: user) }
    let known = [account].compactMap(\.self) + profiles.map(\.account) + recent.accounts
    guard let account = known.first(where: { $0.server == server && !$0.user.isEmpty }) else {
      throw UsageError("no user given for \(server)", advice: "Add --user NAME.")
    }
    return account
  }

  /// The profile of an account: the one that was named if it is of this account, or else any that is.
  ///
  /// Of a profile whose server the command line has replaced nothing holds.
  private func profile(of account: Account) -> Profile? {
    guard account == self.account, let named, named.isOfServer(of: account) else {
      return profilesByAccount[account]
    }
    return named
  }

  /// The value of one of the application's own keys in config.json; nil where it isn't there.
  public func value(_ key: String) -> JSON? { file.own[key].flatMap { $0 == .null ? nil : $0 } }

  /// The place of one of the application's own keys, for messages.
  public func place(of key: String) -> String { "\(file.path), “\(key)”" }

  /// A text or a number among the application's own keys, and the place where it stands, for messages; nil where it isn't there.
  ///
  /// Throws `UsageError` for anything else; `example` is what to write: `"90s"`.
  public func text(_ key: String, example: String) throws -> (text: String, place: String)? {
    let place = place(of: key)
    switch value(key) {
    case nil: return nil
    case .string(let text), .number(let text): return (text, place)
    case let other?:
      throw UsageError("\(place) is \(other.kind)", advice: "Write a text: \(example).")
    }
  }

  func headers(for account: Account) -> [HTTPHeader] {
    (try? headers(of: profile(of: account))) ?? []
  }

  func authorityFile(for account: Account) -> String? {
    arguments.value("cacert") ?? profile(of: account)?.authorityFile
  }

  /// The command for the password of what the command line names beside a server: a recording, or the application's own data.
  package var ownPasswordCommand: String? { arguments.value("password-command") }

  package func passwordCommand(for account: Account) -> String? {
    // The password of whoever was named is nobody else's business, and nobody's where a session file or a person names the server.
    let isMeant =
      self.account.map { named in
        named.server == account.server && (named.user.isEmpty || named.user == account.user)
      } ?? false
    if isMeant, let command = arguments.value("password-command") { return command }
    // Where the command line has replaced the user, the password is another's.
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

  /// The account that a server and a user make; nil without a server.
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

  /// Returns the address of a server as a person types it, or copies it from a browser; nil if `ServerAddress.problem` finds one.
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
