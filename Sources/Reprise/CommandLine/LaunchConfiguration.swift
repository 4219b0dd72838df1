public import Accounts
public import Core
public import Documents
import Networking
public import Restoration
public import Screens

/// The launch configuration of an application: the account whose session is opened, the sign-in,
/// and the screens.
///
///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
@MainActor public struct LaunchConfiguration<Route: AppRoute> {
  /// The account whose session is opened; `nil` for the session without an account.
  public var account: Account?
  /// The sign-in before the application; `nil` if it has none.
  public let signIn: SignIn?
  /// Returns the launch that resumes the most recently used session, or `nil` to not resume it.
  /// Called if the launch has no account and the command line has no operands, `--fresh`,
  /// `--ephemeral` or `--snapshot`.
  public var continuing: (@MainActor (Snapshot) throws -> LaunchConfiguration?)?
  /// The documents that the command line names. If another process has the session open, they are
  /// sent to it.
  public var openRequest: OpenRequest?
  /// Returns the screens for documents that another process sends to this one; `nil` if the
  /// application accepts none. It may read the documents, as long as it doesn't block the main
  /// thread.
  public var receive: (@MainActor @Sendable (OpenRequest) async -> [Route])?
  /// A short description of the resumed session: "demo data", "cbadmin at appliance.example.com".
  public var description: String?
  let application: @MainActor (ServerAccount?) throws -> Application<Route>

  /// Creates a launch without sign-in.
  ///
  ///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
  ///
  /// - Parameters:
  ///   - account: The account whose session is opened; `nil` for the session without an account.
  ///   - application: Called when the terminal is ready.
  public init(
    of account: Account? = nil, application: @escaping @MainActor () throws -> Application<Route>
  ) {
    self.account = account
    signIn = nil
    self.application = { _ in try application() }
  }

  /// Creates a launch with sign-in.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in
  ///       things(of: unlocked) }
  ///
  /// - Parameters:
  ///   - signIn: The sign-in. The session of the signed-in account is opened.
  ///   - application: Builds the application. Called after each successful sign-in or unlock.
  public init(
    behind signIn: SignIn,
    application: @escaping @MainActor (ServerAccount) throws -> Application<Route>
  ) {
    self.signIn = signIn
    self.application = { serverAccount in
      guard let serverAccount else { throw HTTPError.cancelled }
      return try application(serverAccount)
    }
  }
}
