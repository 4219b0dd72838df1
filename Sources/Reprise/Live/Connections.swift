import Foundation
public import Networking
public import Screens
public import Values

/// The connections of an application's run: one for each server and user, made when first needed.
@MainActor public final class Connections {
  public let settings: LiveSettings
  let configuration: Configuration
  /// Where what is answered to its user is kept, sealed.
  let vault: Vault?
  private let recording: SealedRecording?
  private let time: Timekeeper
  private let promptsAtTerminal: Bool
  private var connections: [Account: Connection] = [:]

  /// - Parameters:
  ///   - time: Says when answers came.
  ///   - vault: Where the answers to its user are kept, sealed, whatever the configuration says of files that anybody can read.
  ///   - recording: Where what they answer is recorded, sealed.
  ///   - promptsAtTerminal: Whether passwords are asked for at the terminal, as is right where no screen has it.
  public init(
    _ settings: LiveSettings, _ configuration: Configuration = Configuration(),
    time: Timekeeper = .system, vault: Vault? = nil, recording: SealedRecording? = nil,
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
      refusal: configuration.refusal, now: time.now)
    connections[account] = connection
    return connection
  }

  /// Whether what is answered is recorded.
  public var isRecording: Bool { recordedAnswers != nil }

  /// Where answers are recorded; nil if they aren't. What isn't to lie in the clear never does.
  private var recordedAnswers: (any RecordedAnswers)? {
    if let recording { return configuration.recorded(recording) }
    guard configuration.keepsAnswers else { return nil }
    return settings.recordFolder.map { configuration.recorded(RecordedFolder($0)) }
  }

  private func transportConfiguration(_ account: Account) -> LibcurlTransport.Configuration {
    var transport = LibcurlTransport.Configuration()
    transport.authorityFile = settings.authorityFile(for: account)
    transport.trustedServers = settings.trustedServers
    transport.acceptLanguage = Language.accepted(settings.environment)
    transport.allowsHTTP = settings.allowsHTTP
    transport.concurrentRequests = configuration.concurrentRequests
    transport.proxies = Proxies(environment: settings.environment)
    return transport
  }

  private func cache(_ account: Account) -> ResponseCache? {
    guard settings.keepsAnswers else { return nil }
    if let vault, vault.account == account { return vault.answers }
    guard configuration.keepsAnswers else { return nil }
    return settings.folder.map {
      ResponseCache(folder: "\($0)/answers/\(account.fileName)", of: account)
    }
  }

  /// What may know the password, in the order to ask.
  func passwords(_ account: Account) -> [PasswordSource] {
    let command = settings.passwordCommand(for: account).map {
      PasswordCommand($0, environment: settings.environment).source
    }
    // Where the keyring has a problem the person is asked, as if nothing were remembered.
    let isRemembered = (try? keyring?.remembers(account)) ?? false
    let remembered =
      isRemembered
      ? keyring.map { keyring in
        PasswordSource {
          do {
            return try await keyring.password(of: account)
          } catch is PasswordProblem {
            return nil
          }
        }
      } : nil
    let prompt = promptsAtTerminal ? TerminalPrompt().source(for: account) : nil
    return [command, remembered, prompt].compactMap(\.self)
  }

  /// The desktop's keyring; nil where there is none.
  var keyring: Keyring? {
    settings.folder.flatMap {
      Keyring(
        application: settings.application, folder: $0, environment: settings.environment)
    }
  }
}
