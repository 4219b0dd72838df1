public import Commands
import Controllers
public import Core
public import Encryption
public import FoundationEssentials
import Glibc
import Restoration
public import Screens

/// The sign-in of an application with private data. Its screen prompts for the account and its
/// password, and opens the account's encrypted storage.
@MainActor public struct SignIn {
  let authenticator: any Authenticator
  package let settings: ServerSettings
  let kinds: [StoredItemKind]
  /// The time without input after which the application locks.
  public let idleLimit: IdleLimit
  /// The application's name in the top line of the sign-in screen; `nil` for the program's name,
  /// capitalized.
  public let title: String?
  let examples: (server: String, user: String)
  let zone: Zone
  let time: WallClock

  /// Creates a sign-in.
  ///
  ///     try SignIn(ServerAuthenticator(settings, OpenMRSClient.configuration), settings,
  ///       keeping: OfflineRecords<Patient>.kinds)
  ///
  /// Throws `UsageError` for an invalid idle limit.
  ///
  /// - Parameters:
  ///   - authenticator: The authenticator that checks the password: with a server or a recording.
  ///   - settings: The settings of the run, with the account, the idle limit and the directory of
  ///     the vaults.
  ///   - kinds: The kinds of files in the application's vaults, which are listed before they are
  ///     erased.
  ///   - title: The application's name in the top line; `nil` for the program's name, capitalized.
  ///   - examples: The placeholders of the server and user fields.
  ///   - zone: The time zone in which the sign-in screen shows when a session was saved.
  ///   - time: The clock with which those times are compared.
  public init(
    _ authenticator: any Authenticator, _ settings: ServerSettings,
    keeping kinds: [StoredItemKind] = [],
    title: String? = nil,
    examples: (server: String, user: String) = ("server.example.org", "name"),
    zone: Zone = .local, time: WallClock = .system
  ) throws {
    self.authenticator = authenticator
    self.settings = settings
    self.kinds = kinds
    self.title = title
    self.examples = examples
    self.zone = zone
    self.time = time
    idleLimit = try IdleLimit(settings)
  }

  /// The account to sign in to; `nil` if the user enters it.
  public var account: Account? { authenticator.account }

  /// Returns whether an account has encrypted storage on this machine that this process may open.
  public func isStored(_ account: Account?) -> Bool {
    account.map { settings.isStored($0) } ?? false
  }

  /// Returns the account, with its connections and vault, that the application uses after a
  /// successful sign-in.
  public func unlocked(_ opened: AuthenticationResult, _ delegate: any SignInDelegate)
    -> ServerAccount
  {
    authenticator.unlocked(opened, delegate)
  }
}

extension SignIn {
  /// Creates the sign-in for a server's data, with the settings of the command line and
  /// config.json.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in
  ///       things(of: unlocked) }
  ///
  /// An application that needs more settings, or asks for something other than a server's password,
  /// creates its own `ServerSettings` and authenticator. Throws `UsageError` for invalid settings,
  /// and `HTTPError` if the file of certificate authorities can't be read.
  ///
  /// - Parameters:
  ///   - application: The program's name, also used for its directories.
  ///   - arguments: The command line, whose options include `Option.servers` and
  ///     `Option.lockAfter`.
  ///   - configuration: How the application communicates with its kind of servers.
  ///   - kinds: The kinds of files in the application's vaults, which are listed before they are
  ///     erased.
  ///   - environment: The environment variables, which name the directories.
  public init(
    of application: String, _ arguments: Arguments,
    _ configuration: Connections.Configuration = Connections.Configuration(),
    keeping kinds: [StoredItemKind] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let settings = try ServerSettings(
      application: application, arguments, environment: environment,
      keys: [IdleLimit.settingsKey])
    try self.init(ServerAuthenticator(settings, configuration), settings, keeping: kinds)
  }
}

extension SignIn {
  /// A choice on the sign-in screen: a saved session, or a server and user without one.
  struct Candidate: Hashable {
    let account: Account
    let session: String?
    /// In seconds since 1970.
    let savedAt: Int?
    let isStored: Bool
  }

  /// Saved sessions, newest first; vaults without a session; recent and configured accounts.
  var candidates: [Candidate] {
    // `candidatesProblem` reports errors.
    let stored = ((try? settings.vaults) ?? []).flatMap { vault -> [Candidate] in
      let sessions = vault.sessionStore().dates.map { session in
        Candidate(
          account: vault.account, session: session.name, savedAt: session.writtenAt, isStored: true)
      }
      return sessions.isEmpty
        ? [Candidate(account: vault.account, session: nil, savedAt: nil, isStored: true)] : sessions
    }
    // The order must not depend on the file system.
    let sorted = stored.sorted {
      ($1.savedAt ?? 0, $0.account.description, $0.session ?? "")
        < ($0.savedAt ?? 0, $1.account.description, $1.session ?? "")
    }
    let others = authenticator.known.filter { account in !stored.contains { $0.account == account }
    }
    return sorted
      + others.map { Candidate(account: $0, session: nil, savedAt: nil, isStored: false) }
  }

  var candidatesProblem: StatusMessage? {
    do {
      for vault in try settings.vaults { try vault.sessionStore().requireReadable() }
    } catch {
      return StatusMessage(problem: "The saved sessions can't be read", error)
    }
    return authenticator.checksWithServer ? settings.recent.report : nil
  }

  func choices(_ candidates: [Candidate]) -> StartChoices? {
    guard !candidates.isEmpty else { return nil }
    let rows = candidates.map { candidate in
      let session = candidate.session == SignIn.mainSession ? "" : candidate.session ?? ""
      return StartChoice(
        "choice \(candidate.account.description) \(candidate.session ?? "")",
        title: "\(candidate.account.user) at \(authenticator.typed(candidate.account))",
        detail: session,
        value: savedText(of: candidate),
        outcome: FormButton.Outcome(
          nextID: "password", emptiesSecrets: true,
          texts: [
            "server": authenticator.typed(candidate.account), "user": candidate.account.user,
            "session": session,
          ]))
    }
    return StartChoices(
      title: candidates.contains(where: \.isStored) ? "Saved here (encrypted)" : "Known",
      valueTitle: "saved", rows: rows)
  }

  private func savedText(of candidate: Candidate) -> String {
    if let timestamp = candidate.savedAt { return zone.clockTime(timestamp, now: time.now()) }
    return candidate.isStored ? "no session" : "nothing saved"
  }

  /// The name of the application session that is used unless the user chooses another one.
  public static let mainSession = "main"
}

/// A running application to which the sign-in passes the opened vault, and which then continues.
@MainActor public protocol SignInDelegate: AnyObject {
  /// Continues the application with the opened vault after a successful sign-in. If it throws, the
  /// sign-in screen remains and shows the error.
  func signInDidSucceed(_ opened: AuthenticationResult) throws

  /// Erases an account's encrypted storage on this machine, and returns to the sign-in screen. If
  /// it throws, the application continues.
  func eraseAndLeave(_ opened: AuthenticationResult) throws
}

/// The routes of the sign-in, whose screens the user sees before the application's own.
public enum SignInRoute: AppRoute {
  /// The screen on which the user enters the account and its password.
  case gate
  /// The screen that asks whether to erase an account's encrypted storage on this machine.
  case erasure(of: Account)
  /// The screen that shows a server's untrusted certificate and asks whether to trust it.
  case certificate(UnknownCertificate)
}
