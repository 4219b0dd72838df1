public import Restoration
public import Screens

/// The saved state of a list with details beside it.
public struct SplitState: RestorableState {
  /// The id of the row whose details are shown, or were shown last; nil if none were.
  public var shownID: String?
  /// True if the keys go to the details; in a narrow window these are in the list's place then.
  public var isInDetails = false
  /// The state of the list; nil until it is first saved.
  public var list: ChildState?
  /// The state of the details of `shownID`; nil until it is first saved.
  public var details: ChildState?

  /// Creates the state of a list that opens for the first time.
  public init() {}
}
