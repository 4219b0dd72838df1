public import Core
public import Encryption
import Foundation
public import Networking
public import Screens

/// The connections of one run of an application: one for each server and user, created when it is
/// first needed.
@MainActor public final class Connections {
  /// The settings of the run.
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
  ///   - settings: The settings of the run.
  ///   - configuration: The application's headers, limits and error format.
  ///   - time: The clock for the times of responses.
  ///   - vault: The vault that contains its account's cache, whatever the configuration says about
  ///     an unencrypted cache.
  ///   - recording: The encrypted recording to which responses are written.
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

  /// Returns the connection of an account. If the address is invalid, or requires --insecure-http,
  /// its requests throw without sending anything.
  public func connection(_ account: Account) -> Connection {
    if let known = connections[account] { return known }
    let server = ServerAddress(account.server, allowsHTTP: true) ?? .nowhere
    var transport: any HTTPTransport = LibcurlTransport(transportConfiguration(account))
    if let answers = recordedAnswers {
      transport = RecordingTransport(transport, of: server, into: answers, now: time.now)
    }
    let connection = Connection(
      to: server, as: account.user,
      headers: configuration.headers + settings.headers(for: account), over: transport,
      cache: cache(account), passwords: passwords(account),
      authentication: configuration.authentication, refusal: configuration.refusal,
      openLogins: settings.openLogins, answerMemory: answerMemory, now: time.now)
    connections[account] = connection
    return connection
  }

  /// Whether a load with this load reason may open the password prompt of an account.
  public func awaitsPassword(_ account: Account, _ loadReason: LoadReason) -> Bool {
    let connection = connection(account)
    return switch loadReason {
    case .userRefresh: connection.lacksPassword
    case .appear: connection.isToBeAsked
    case .timer: false
    }
  }

  /// Whether responses are recorded.
  public var isRecording: Bool { recordedAnswers != nil }

  /// The recording to which responses are written; `nil` if they aren't recorded. If responses must
  /// not be stored unencrypted, only an encrypted recording is used.
  private var recordedAnswers: (any RecordedResponses)? {
    if let recording { return configuration.recorded(recording) }
    guard configuration.keepsAnswers else { return nil }
    return settings.recordDirectory.map { configuration.recorded(RecordedDirectory($0)) }
  }

  /// Checks the certificate that a server presents now, with the trust settings of its account's
  /// connection. Throws `HTTPError`.
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
    transport.sizeLimit = min(transport.sizeLimit, answerMemory / 3)
    return transport
  }

  private var answerMemory: Int { MachineMemory.limit(configuration.answerMemory) }

  private func cache(_ account: Account) -> ResponseCache? {
    guard settings.keepsAnswers else { return nil }
    if let vault, vault.account == account { return vault.answers }
    guard configuration.keepsAnswers else { return nil }
    return settings.directory.map {
      ResponseCache(directory: "\($0)/answers/\(account.fileName)", of: account)
    }
  }

  /// The sources of the password, in the order in which they are queried.
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
