import Files
public import Foundation
public import Networking
public import Values

/// What the command line and the configuration file say about servers, taken together: the command line wins.
public struct LiveSettings: Sendable {
  /// The server and the user that were named; nil if none was.
  public let account: Account?
  /// After how many seconds what is shown is loaded anew by itself; nil for never.
  public let refreshInterval: Int?
  /// After how long without a key an application behind a gate locks itself.
  public let idleLimit: IdleLimit
  /// Where answers are recorded.
  public let recordFolder: String?
  public let allowsHTTP: Bool
  /// The servers and users to choose from, by name.
  public let profiles: [(name: String, account: Account)]

  /// The servers whose certificates the person trusts; nil without a home.
  public var trustedServers: TrustedServers? {
    folder.map { TrustedServers(folder: $0 + "/certificates") }
  }
  /// The servers and users that were used last.
  public let recent: RecentAccounts

  /// What has to stand above every screen; nil if nothing.
  public var warning: String? {
    allowsHTTP
      ? "INSECURE http: anyone on the network can read everything, passwords included." : nil
  }

  /// The session that the command line asks for by its name; nil if it names a file.
  var sessionName: String? {
    arguments.has("snapshot") ? nil : arguments.value("session") ?? "main"
  }

  let application: String
  let environment: [String: String]
  /// Where the application keeps its files; nil without a home: then nothing is kept, and everything else works.
  let folder: String?
  /// Whether anything of what was looked at may be left behind.
  let keepsAnswers: Bool
  private let arguments: Arguments
  private let named: Profile?
  private let presets: KeyValuePairs<String, [HTTPHeader]>
  private let profilesByAccount: [Account: Profile]

  /// Throws `UsageProblem` for what can't be understood, and `FixtureProblem` if nothing can be recorded.
  ///
  /// `presets` are the headers that kinds of servers want, by the name of the kind; the first is what is taken where none is named.
  public init(
    application: String, _ arguments: Arguments,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    presets: KeyValuePairs<String, [HTTPHeader]> = [:]
  ) throws {
    let file = try ConfigurationFile(application: application, environment: environment)
    let profile = try LiveSettings.profile(arguments, file)
    self.application = application
    self.environment = environment
    folder = try? PrivateFolder(ofApplication: application, environment: environment).path
    // Whoever wants no session doesn't want to leave behind where they were either.
    keepsAnswers = !arguments.has("ephemeral")
    recent = RecentAccounts(
      file: keepsAnswers ? folder.map { PrivateFile($0 + "/recent.json") } : nil)
    self.arguments = arguments
    self.presets = presets
    named = profile
    allowsHTTP = arguments.has("insecure-http")
    account = try LiveSettings.account(
      server: arguments.value("server") ?? profile?.server,
      user: arguments.value("user") ?? profile?.user, allowsHTTP: allowsHTTP)
    refreshInterval = try LiveSettings.interval(arguments.value("refresh") ?? profile?.refresh)
    idleLimit = try IdleLimit.said(in: arguments) ?? file.idleLimit ?? .standard
    recordFolder = arguments.value("record")
    if let recordFolder { try RecordingTransport.prepare(recordFolder) }
    let accounts = try file.profiles.compactMap { profile in
      try LiveSettings.account(server: profile.server, user: profile.user, allowsHTTP: true)
        .map { (profile: profile, account: $0) }
    }
    profiles = accounts.map { ($0.profile.name, $0.account) }
    profilesByAccount = Dictionary(accounts.map { ($0.account, $0.profile) }) { first, _ in first }
    if let file = arguments.value("cacert") ?? profile?.authorityFile, access(file, R_OK) != 0 {
      throw HTTPProblem.unreadableAuthority(file: file)
    }
    // What can't be understood is said now, not in the middle of work.
    for profile in file.profiles { _ = try headers(of: profile) }
  }

  /// The account at a server that somebody named without a user: the one that was named otherwise, or is known from before.
  ///
  /// Throws `UsageProblem` if there is none.
  public func account(at server: String) throws -> Account {
    if let user = arguments.value("user") { return Account(server: server, user: user) }
    let known = [account].compactMap(\.self) + profiles.map(\.account) + recent.accounts
    guard let account = known.first(where: { $0.server == server && !$0.user.isEmpty }) else {
      throw UsageProblem("no user given for \(server)", advice: "Add --user NAME.")
    }
    return account
  }

  /// What the configuration says of an account: the profile that was named if it is that one's, or else any that has it.
  private func profile(of account: Account) -> Profile? {
    account == self.account ? named ?? profilesByAccount[account] : profilesByAccount[account]
  }

  func headers(for account: Account) -> [HTTPHeader] {
    (try? headers(of: profile(of: account))) ?? []
  }

  func authorityFile(for account: Account) -> String? {
    arguments.value("cacert") ?? profile(of: account)?.authorityFile
  }

  func passwordCommand(for account: Account) -> String? {
    // The password of whoever was named is nobody else's business.
    let isMeant = self.account.map { $0 == account } ?? true
    return (isMeant ? arguments.value("password-command") : nil)
      ?? profile(of: account)?.passwordCommand
  }

  private static func profile(
    _ arguments: Arguments, _ file: ConfigurationFile
  ) throws -> Profile? {
    guard let name = arguments.value("profile") else { return nil }
    guard let profile = file.profiles.first(where: { $0.name == name }) else {
      let names = file.profiles.map(\.name).joined(separator: ", ")
      throw UsageProblem(
        "there is no profile “\(name)”",
        advice: names.isEmpty ? "config.json has none." : "There are: \(names).")
    }
    return profile
  }

  /// The account that a server and a user make; nil without a server.
  private static func account(
    server: String?, user: String?, allowsHTTP: Bool
  ) throws -> Account? {
    guard let server else { return nil }
    if let problem = ServerAddress.problem(server, allowsHTTP: allowsHTTP) {
      throw UsageProblem(
        "“\(ServerAddress.withoutUser(server))”: \(problem)",
        advice: "For example https://appliance.example.com.")
    }
    guard let address = ServerAddress(server, allowsHTTP: allowsHTTP) else { return nil }
    return Account(server: address.text, user: user ?? "")
  }

  private static func interval(_ text: String?) throws -> Int? {
    guard let text else { return 30 }
    guard let seconds = Int(text), (0...86_400).contains(seconds) else {
      throw UsageProblem(
        "“\(text)” is not a whole number of seconds", advice: "Write 0 to 86400; 0 is never.")
    }
    return seconds == 0 ? nil : seconds
  }

  private func headers(of profile: Profile?) throws -> [HTTPHeader] {
    var headers = presets.first?.value ?? []
    if let name = profile?.preset {
      guard let preset = presets.first(where: { $0.key == name }) else {
        throw UsageProblem(
          "there is no preset “\(name)”",
          advice: "There are: \(presets.map(\.key).joined(separator: ", ")).")
      }
      headers = preset.value
    }
    for line in profile?.headers ?? [] {
      guard let header = HTTPHeader(line: line) else {
        throw UsageProblem("“\(line)” is no header", advice: "Write it as \"Name: value\".")
      }
      headers.removeAll { $0.name.lowercased() == header.name.lowercased() }
      headers.append(header)
    }
    return headers
  }
}
