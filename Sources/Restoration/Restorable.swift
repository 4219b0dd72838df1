/// Something whose state outlives the process: UIKit's encode- and decodeRestorableState, typed.
///
/// Most types declare `var state` and write none of the rest. Those that keep more than they save, or have numbers to clamp, say so
/// in `encodeState` and `restoreState`.
@MainActor public protocol Restorable: AnyObject {
  /// The state that is saved: a Codable value, small and with defaults.
  associatedtype State: RestorableState

  /// The state as it is now.
  var state: State { get set }

  /// Returns the state to save. Called after every event, so it must be quick.
  func encodeState() -> State

  /// Takes over a saved state, perhaps another release's or another person's: clamp every number.
  func restoreState(_ state: State)

  /// The changes of the state's shape since the first release, oldest first: one step for every change, if only by name.
  static var migrations: [Migration] { get }
}

extension Restorable {
  public func encodeState() -> State { state }

  public func restoreState(_ state: State) { self.state = state }

  public static var migrations: [Migration] { [] }

  /// The version of the state's shape. It is written beside the state.
  public static var stateVersion: Int { migrations.count + 1 }
}
