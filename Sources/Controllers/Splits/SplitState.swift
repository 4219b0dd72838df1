public import Restoration
public import Screens

/// The saved state of a list with details.
public struct SplitState: RestorableState {
  /// The id of the row whose details were shown last; `nil` if none were.
  public var shownID: String?
  /// Whether the details have the focus. In a narrow window they replace the list then.
  public var isInDetails = false
  /// The state of the list; `nil` until it is first saved.
  public var list: ChildState?
  /// The state of the details of `shownID`; `nil` until it is first saved.
  public var details: ChildState?

  /// Creates the initial state of a list with details.
  public init() {}
}
