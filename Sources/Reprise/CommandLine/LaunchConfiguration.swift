public import Documents
public import Gates
import Networking
public import Restoration
public import Screens
public import Values

/// A start of an application: the account whose session is opened, the gate before it, and the screens.
///
///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
@MainActor public struct LaunchConfiguration<Route: AppRoute> {
  /// The account whose session is opened; nil for the session of nobody in particular.
  public var account: Account?
  /// The gate before the application; nil without one.
  public let gate: SignIn?
  /// Returns the launch that goes on with the session used last, if the command line names nobody; nil where that isn't done.
  public var continuing: (@MainActor (Snapshot) throws -> LaunchConfiguration?)?
  /// The documents that the command line names. If the session is open in another process, that one is handed them.
  public var delivery: OpenRequest?
  /// Returns the screens for documents that another process hands to this one; nil if none are taken. It may look into the documents: the
  /// screens go on meanwhile, if it does so away from the main thread.
  public var receive: (@MainActor @Sendable (OpenRequest) async -> [Route])?
  /// The session that a continuing launch goes on with, in a few words: "demo data", "cbadmin at appliance.example.com".
  public var words: String?
  let application: @MainActor (AccountSession?) throws -> Application<Route>

  /// Creates a launch whose screens are anybody's.
  ///
  ///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
  ///
  /// - Parameters:
  ///   - account: The account whose session is opened; nil for the session of nobody in particular.
  ///   - application: Called when there is a terminal.
  public init(
    of account: Account? = nil, application: @escaping @MainActor () throws -> Application<Route>
  ) {
    self.account = account
    gate = nil
    self.application = { _ in try application() }
  }

  /// Creates a launch whose screens are behind a gate.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in things(of: unlocked) }
  ///
  /// - Parameters:
  ///   - gate: The gate before the application. It opens the session of the account that it has unlocked.
  ///   - application: Called with what the gate has unlocked, each time it has.
  public init(
    behind gate: SignIn,
    application: @escaping @MainActor (AccountSession) throws -> Application<Route>
  ) {
    self.gate = gate
    self.application = { unlocked in
      guard let unlocked else { throw HTTPError.cancelled }
      return try application(unlocked)
    }
  }
}
