public import Accounts
public import Core
public import Documents
import Networking
public import Restoration
public import Screens

/// The configuration of a start of an application: the account whose session is opened, the
/// sign-in, and the application to run. A `Program` creates it from the command line.
///
///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
@MainActor public struct LaunchConfiguration<Route: AppRoute> {
  /// The account whose session is opened; `nil` for the session without an account.
  public var account: Account?
  /// The sign-in that the user must complete before the application starts; `nil` if none is
  /// required.
  public let signIn: SignIn?
  /// Returns the configuration for resuming the session that was last used in this terminal window,
  /// or else the most recently used one; `nil` to not resume it. The argument is the session's
  /// snapshot.
  ///
  /// It is called if this configuration has no account and the command line contains no operands,
  /// `--fresh`, `--ephemeral` or `--snapshot`.
  public var continuing: (@MainActor (Snapshot) throws -> LaunchConfiguration?)?
  /// The documents that the command line names; `nil` if it names none. If another process already
  /// has the session open, they are sent to that process.
  public var openRequest: OpenRequest?
  /// Returns the routes of the screens that show documents sent by another process; `nil` if the
  /// application accepts none. It isn't used for an application with a sign-in. The function may
  /// read the documents, but must not block the main thread.
  public var receive: (@MainActor @Sendable (OpenRequest) async -> [Route])?
  /// A short description of the session for the message that it was resumed, such as "demo data" or
  /// "cbadmin at appliance.example.com"; `nil` for no message.
  public var description: String?
  let application: @MainActor (ServerAccount?) throws -> Application<Route>

  /// Creates a configuration for an application without sign-in.
  ///
  ///     LaunchConfiguration(of: Account(server: "north")) { machines(site: "north") }
  ///
  /// - Parameters:
  ///   - account: The account whose session is opened; `nil` for the session without an account.
  ///   - application: Creates the application. It is called when the terminal is ready.
  public init(
    of account: Account? = nil, application: @escaping @MainActor () throws -> Application<Route>
  ) {
    self.account = account
    signIn = nil
    self.application = { _ in try application() }
  }

  /// Creates a configuration for an application that starts after a sign-in.
  ///
  ///     LaunchConfiguration(behind: try SignIn(of: "things", arguments)) { unlocked in
  ///       things(of: unlocked) }
  ///
  /// - Parameters:
  ///   - signIn: The sign-in, which determines the account whose session is opened.
  ///   - application: Creates the application. It is called after each successful sign-in or
  ///     unlock.
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
