public import Documents
public import Gates
public import Restoration
public import Screens
public import Values

/// A start of an application: the account whose session is opened, the gate before it, and the screens.
///
///     Launch(of: Account(server: "north")) { _ in machines(site: "north") }
@MainActor public struct Launch<Route: AppRoute> {
  /// The account whose session is opened; nil for the session of nobody in particular.
  public var account: Account?
  /// The gate before the application; nil without one.
  public var gate: Gate?
  /// Returns the launch that goes on with the session used last, if the command line names nobody; nil where that isn't done.
  public var continuing: (@MainActor (Snapshot) throws -> Launch?)?
  /// The documents that the command line names. If the session is open in another process, that one is handed them.
  public var delivery: Delivery?
  /// Returns the screens for documents that another process hands to this one; nil if none are taken.
  public var receive: (@MainActor (Delivery) -> [Route])?
  /// The session that a continuing launch goes on with, in a few words: "demo data", "cbadmin at appliance.example.com".
  public var words: String?
  let application: @MainActor (Unlocked?) throws -> Application<Route>

  /// Creates a launch.
  ///
  ///     Launch(of: Account(server: "north")) { _ in machines(site: "north") }
  ///
  /// - Parameters:
  ///   - account: The account whose session is opened; nil for the session of nobody in particular.
  ///   - gate: The gate before the application; nil without one.
  ///   - application: Called when there is a terminal, with the account that the gate has unlocked; with nil without a gate.
  public init(
    of account: Account? = nil, behind gate: Gate? = nil,
    application: @escaping @MainActor (Unlocked?) throws -> Application<Route>
  ) {
    self.account = account
    self.gate = gate
    self.application = application
  }
}
