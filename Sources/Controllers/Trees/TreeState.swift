public import Restoration
public import Screens

/// The saved state of a tree. A branch is saved by the ids that lead to it, so that one row may stand at several places.
public struct TreeState: RestorableState {
  /// The branches that are open, each by the ids from the first level down to it.
  public var expanded: [[String]] = []
  /// The state of the list of the rows in sight; nil until it is first saved.
  public var list: ChildState?

  /// Creates the state of a tree that opens for the first time.
  public init() {}

  /// The most branches that can be open.
  static let maximumExpanded = 500
}
