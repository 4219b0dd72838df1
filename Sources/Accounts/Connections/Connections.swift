public import Core
public import Encryption
import Glibc
public import Networking
public import Screens

/// The network connections of a running application. There is one for each server and user, created
/// when it is first needed.
@MainActor public final class Connections {
  /// The server settings with which the connections are created.
  public let settings: ServerSettings
  let configuration: Configuration
  let vault: Vault?
  let recording: SealedRecording?
  private let time: WallClock
  private let promptsAtTerminal: Bool
  private var connections: [Account: Connection] = [:]

  /// Creates an empty set of connections.
  ///
  ///     Connections(settings, OpenMRSClient.configuration)
  ///
  /// - Parameters:
  ///   - settings: The server settings from the command line and the configuration file.
  ///   - configuration: The application's headers, limits and error format.
  ///   - time: The clock that supplies the times at which responses were received.
  ///   - vault: The encrypted storage of one account. That account's responses are cached in it,
  ///     even if the configuration doesn't allow an unencrypted cache.
  ///   - recording: The encrypted recording to which responses are written; `nil` for none.
  ///   - promptsAtTerminal: Whether to prompt for passwords at the terminal, for commands without a
  ///     screen.
  public init(
    _ settings: ServerSettings, _ configuration: Configuration = Configuration(),
    time: WallClock = .system, vault: Vault? = nil, recording: SealedRecording? = nil,
    promptsAtTerminal: Bool = false
  ) {
    self.settings = settings
    self.configuration = configuration
    self.time = time
    self.vault = vault
    self.recording = recording
    self.promptsAtTerminal = promptsAtTerminal
  }

  /// Returns the connection to an account's server, and creates it when it is first needed. If the
  /// account's address is invalid, or is an `http` address without the option `--insecure-http`,
  /// requests throw an error without sending anything.
  public func connection(_ account: Account) -> Connection {
    if let known = connections[account] { return known }
    let server = ServerAddress(account.server, allowsHTTP: true) ?? .nowhere
    var transport: any HTTPTransport = LibcurlTransport(transportConfiguration(account))
    if let responses = recordedResponses {
      transport = RecordingTransport(transport, of: server, into: responses, now: time.now)
    }
    let connection = Connection(
      to: server, as: account.user,
      headers: configuration.headers + settings.headers(for: account), over: transport,
      cache: cache(account), passwords: passwords(account),
      authentication: configuration.authentication, refusal: configuration.refusal,
      openLogins: settings.openLogins, now: time.now)
    connection.limitResponses(toMemory: responseMemoryLimit)
    connections[account] = connection
    return connection
  }

  /// Returns whether a screen may open the password prompt of an account when it loads data for the
  /// given reason. Automatic refreshes never open it.
  public func awaitsPassword(_ account: Account, _ loadReason: LoadReason) -> Bool {
    let connection = connection(account)
    return switch loadReason {
    case .userRefresh: connection.lacksPassword
    case .appear: connection.shouldPromptForPassword
    case .timer: false
    }
  }

  /// Whether server responses are written to a recording.
  public var isRecording: Bool { recordedResponses != nil }

  /// `nil` if responses aren't recorded. If they must not be stored unencrypted, only an encrypted
  /// recording is used.
  private var recordedResponses: (any RecordedResponses)? {
    if let recording { return configuration.recorded(recording) }
    guard configuration.cachesResponses else { return nil }
    return settings.recordDirectory.map { configuration.recorded(RecordedDirectory($0)) }
  }

  func check(_ server: String) async throws {
    let accounts = connections.keys.filter {
      ServerAddress($0.server, allowsHTTP: true)?.origin == server
    }
    let account = accounts.min { $0.user > $1.user } ?? Account(server: server)
    guard let url = ServerAddress(server, allowsHTTP: settings.allowsHTTP)?.url("/") else {
      throw HTTPError.notFound(server)
    }
    try await LibcurlTransport(transportConfiguration(account)).check(url)
  }

  func transportConfiguration(_ account: Account) -> LibcurlTransport.Configuration {
    var transport = LibcurlTransport.Configuration()
    transport.authorityFile = settings.authorityFile(for: account)
    transport.environmentAuthorities = EnvironmentAuthorities(settings.environment)
    transport.trustedServers = settings.trustedServers
    transport.acceptLanguage = Language.accepted(settings.environment)
    transport.allowsHTTP = settings.allowsHTTP
    transport.concurrentRequests = configuration.concurrentRequests
    transport.proxies = Proxies(environment: settings.environment)
    transport.sizeLimit = min(transport.sizeLimit, responseMemoryLimit / 3)
    return transport
  }

  private var responseMemoryLimit: Int { MachineMemory.limit(configuration.responseMemoryLimit) }

  private func cache(_ account: Account) -> ResponseCache? {
    guard settings.storesData else { return nil }
    if let vault, vault.account == account { return vault.responseCache }
    guard configuration.cachesResponses else { return nil }
    return settings.directory.map {
      ResponseCache(directory: "\($0)/answers/\(account.fileName)", of: account)
    }
  }

  func passwords(_ account: Account) -> [PasswordSource] {
    let command = settings.passwordCommand(for: account).map {
      PasswordCommand($0, environment: settings.environment).source
    }
    let isRemembered = (try? keyring?.remembers(account)) ?? false
    let remembered = isRemembered ? keyring?.source(for: account) : nil
    let prompt = promptsAtTerminal ? TerminalPrompt().source(for: account) : nil
    return [command, remembered, prompt].compactMap(\.self)
  }

  var keyring: Keyring? {
    settings.directory.flatMap {
      Keyring(
        application: settings.application, directory: $0, environment: settings.environment)
    }
  }
}

extension Connections {
  /// The settings with which an application communicates with its kind of servers: headers, limits,
  /// authentication and error format.
  public struct Configuration: Sendable {
    /// Headers that are sent with every request, in addition to those of the server settings. By
    /// default empty.
    public var headers: [HTTPHeader] = []
    /// The maximum number of requests that one account sends at the same time. Further requests
    /// wait.
    public var concurrentRequests = 6
    /// How requests authenticate the user: with HTTP Basic authentication, which is the default, or
    /// with a token that the application's own login returned.
    public var authentication = Authentication.basic
    /// The maximum memory for parsing one response, in bytes. It is reduced on a machine with
    /// little memory. A response fails if its body exceeds a third of this limit.
    public var responseMemoryLimit = 384 << 20
    /// Whether responses may be cached and recorded without encryption, so that anyone who can read
    /// the user's files can read them. Encrypted vaults and recordings are used in either case.
    public var cachesResponses = true
    /// Wraps the storage to which responses are recorded. Set it if one recorded response of these
    /// servers can be derived from others. By default, returns the storage unchanged.
    public var recorded: @Sendable (any RecordedResponses) -> any RecordedResponses = { $0 }
    /// Returns the error that a response reports in a format specific to these servers; `nil` if
    /// the response reports none. By default, always returns `nil`.
    public var refusal: @Sendable (HTTPResponse) -> (any Error)? = { _ in nil }

    /// Checks the user's credentials with the server when the user logs in. Throws an error if the
    /// server rejects them. By default, accepts all credentials without a request.
    public var logIn: @Sendable (Connection) async throws -> Void = { _ in }

    /// Creates the default configuration, which uses HTTP Basic authentication.
    ///
    ///     var configuration = Connections.Configuration()
    ///     configuration.concurrentRequests = 2
    public init() {}
  }
}

extension Connections {
  /// Creates the connections of a command that has no sign-in screen. If the settings name a
  /// directory for recording (`--record`), the account's responses are recorded there, encrypted
  /// with its password.
  ///
  /// For a recording, the password comes from the password command or the keyring. If neither
  /// supplies it, the user is prompted at the terminal.
  ///
  /// Throws `HTTPError`, `PasswordError`, `RecordingError`, `ReplayError`, `SealingError`, and the
  /// errors of the configuration's `logIn`.
  public static func recording(
    _ account: Account, _ settings: ServerSettings, _ configuration: Configuration
  ) async throws -> Connections {
    let connections = Connections(settings, configuration, promptsAtTerminal: true)
    guard let path = settings.recordDirectory else { return connections }
    let directory = RecordingDirectory(path)
    try directory.requireRecordable()
    guard let password = try await connections.password(of: account) else {
      let server = connections.connection(account).server
      throw HTTPError.passwordNeeded(server: server.name, user: account.user)
    }
    // First, so that the recording is never encrypted with a wrong password.
    connections.connection(account).use(password)
    try await configuration.logIn(connections.connection(account))
    let recording = try await directory.record(
      account, by: settings.application, with: password, at: WallClock.system.now())
    let recorded = Connections(settings, configuration, recording: recording)
    recorded.connection(account).use(password)
    return recorded
  }

  private func password(of account: Account) async throws -> Secret? {
    for source in passwords(account) {
      if let password = try await source.password() { return password }
    }
    return nil
  }
}

extension ServerSettings {
  /// Opens a recording for a command, which has no sign-in screen. The password comes from the
  /// user's password command, or from a prompt at the terminal. Throws `RecordingError`,
  /// `SealingError` and `PasswordError`.
  public func open(_ directory: RecordingDirectory) async throws -> SealedRecording {
    try directory.requireSealed()
    let password =
      if let command = ownPasswordCommand {
        try await PasswordCommand(command, environment: environment).password()
      } else {
        try await TerminalPrompt().password(asking: "Password of the recording \(directory.name): ")
      }
    guard let password else { throw RecordingError.passwordNeeded(directory.path) }
    return try await directory.open(password, by: application)
  }
}

/// The languages that the user reads, in HTTP's format.
enum Language {
  /// Such as "it-IT, it;q=0.9, en;q=0.5"; `nil` if the locale names no language.
  static func accepted(_ environment: [String: String]) -> String? {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    guard let locale = names.first(where: { !$0.isEmpty }) else { return nil }
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    let arePlain = parts.allSatisfy {
      $0.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    }
    guard let language = parts.first?.lowercased(), arePlain,
      language.count == 2 || language.count == 3
    else { return nil }
    let country = parts.count > 1 ? "\(language)-\(parts[1].uppercased()), " : ""
    let own = country + language + (country.isEmpty ? "" : ";q=0.9")
    return language == "en" ? own : own + ", en;q=0.5"
  }
}
