public import Restoration
public import Screens

/// The saved state of a tree. A branch is saved by the ids on its path, so that a row can occur
/// more than once.
public struct TreeState: RestorableState {
  /// The open branches, each by the ids from the first level down to it.
  public var expanded: [[String]] = []
  /// The state of the inner list; `nil` until it is first saved.
  public var list: ChildState?

  /// Creates the initial state of a tree.
  public init() {}

  static let maximumExpanded = 500
}
