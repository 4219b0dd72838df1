/// An object whose state survives the process, like UIKit's `encodeRestorableState` and
/// `decodeRestorableState` but typed.
///
/// Most types only declare `state`. Implement `encodeState` and `restoreState` to save a part of
/// the state, or to clamp numbers.
@MainActor public protocol Restorable: AnyObject {
  /// The type of the saved state: a small `Codable` value with defaults.
  associatedtype State: RestorableState

  /// The current state.
  var state: State { get set }

  /// Returns the state to save. Called after every event, so it must be fast.
  func encodeState() -> State

  /// Applies a saved state. It may come from another release or another user, so clamp every
  /// number.
  func restoreState(_ state: State)

  /// The migrations of the state's format since the first release, oldest first. Every change of
  /// the format needs one, even if it only has a name.
  static var migrations: [Migration] { get }
}

extension Restorable {
  public func encodeState() -> State { state }

  public func restoreState(_ state: State) { self.state = state }

  public static var migrations: [Migration] { [] }

  /// The version of the state's format, which is stored with the state.
  public static var stateVersion: Int { migrations.count + 1 }
}
