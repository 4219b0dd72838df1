import Foundation
public import Networking
public import Screens
public import Values
public import Vaults

/// The connections of an application's run: one for each server and user, made when first needed.
@MainActor public final class Connections {
  /// The settings of the run.
  public let settings: ServerSettings
  let configuration: Configuration
  /// The vault that has its user's cache, sealed.
  let vault: Vault?
  /// The sealed recording that answers go to.
  let recording: SealedRecording?
  private let time: WallClock
  private let promptsAtTerminal: Bool
  private var connections: [Account: Connection] = [:]

  /// Connections of a run; none is made yet.
  ///
  ///     Connections(settings, OpenMRSClient.configuration)
  ///
  /// - Parameters:
  ///   - settings: The settings of the run.
  ///   - configuration: The application's part: headers, and the manner in which its servers refuse.
  ///   - time: The clock for the moments of answers.
  ///   - vault: The vault of the cache of its user, whatever the configuration says of a cache in the clear.
  ///   - recording: The sealed recording that answers go to.
  ///   - promptsAtTerminal: True to ask for passwords at the terminal, as is right where no screen has it.
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

  /// The connection of an account. To an address that can't be used, or only with --insecure-http, nothing is sent.
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

  /// True if a load of such a freshness may lead to the question for an account's password.
  public func awaitsPassword(_ account: Account, _ loadReason: LoadReason) -> Bool {
    let connection = connection(account)
    return switch loadReason {
    case .userRefresh: connection.lacksPassword
    case .appear: connection.isToBeAsked
    case .timer: false
    }
  }

  /// True if answers are recorded.
  public var isRecording: Bool { recordedAnswers != nil }

  /// The recording that answers go to; nil if they aren't recorded. Answers that aren't to lie in the clear never do.
  private var recordedAnswers: (any RecordedResponses)? {
    if let recording { return configuration.recorded(recording) }
    guard configuration.keepsAnswers else { return nil }
    return settings.recordDirectory.map { configuration.recorded(RecordedDirectory($0)) }
  }

  /// Looks at the certificate that a server presents now, trusting what its account's connection trusts. Throws `HTTPError`.
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

  /// The way to an account's server.
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

  /// The most memory that an answer may take on this machine.
  private var answerMemory: Int { MachineMemory.limit(configuration.answerMemory) }

  private func cache(_ account: Account) -> ResponseCache? {
    guard settings.keepsAnswers else { return nil }
    if let vault, vault.account == account { return vault.answers }
    guard configuration.keepsAnswers else { return nil }
    return settings.directory.map {
      ResponseCache(directory: "\($0)/answers/\(account.fileName)", of: account)
    }
  }

  /// The sources that may know the password, in the order to ask.
  func passwords(_ account: Account) -> [PasswordSource] {
    let command = settings.passwordCommand(for: account).map {
      PasswordCommand($0, environment: settings.environment).source
    }
    let isRemembered = (try? keyring?.remembers(account)) ?? false
    let remembered = isRemembered ? keyring?.source(for: account) : nil
    let prompt = promptsAtTerminal ? TerminalPrompt().source(for: account) : nil
    return [command, remembered, prompt].compactMap(\.self)
  }

  /// The desktop's keyring; nil where there is none.
  var keyring: Keyring? {
    settings.directory.flatMap {
      Keyring(
        application: settings.application, directory: $0, environment: settings.environment)
    }
  }
}
