/// Something whose state outlives the process: UIKit's encode- and decodeRestorableState, typed.
///
/// Most types declare `var state` and write none of the rest. Those that keep more than they save, or have numbers to clamp, say so
/// in `encodeState` and `restoreState`.
@MainActor public protocol Restorable: AnyObject {
  associatedtype State: RestorableState

  /// The state as it is now.
  var state: State { get set }

  /// What is saved. Called after every event, so it must be quick.
  func encodeState() -> State

  /// Takes over what was saved, perhaps by another release or another person: clamp every number.
  func restoreState(_ state: State)

  /// Raise it when what is saved changes its meaning. It is written beside the state.
  static var stateVersion: Int { get }
}

extension Restorable {
  public func encodeState() -> State { state }

  public func restoreState(_ state: State) { self.state = state }

  public static var stateVersion: Int { 1 }
}
