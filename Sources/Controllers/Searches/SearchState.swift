public import Restoration
public import Screens

/// The saved state of a search: the text typed, and the place among the matches.
public struct SearchState: RestorableState {
  /// The text in the field.
  public var query = TextEntry()
  /// The id of the scope that the person chose; nil for the first one.
  public var scopeID: String?
  /// The state of the list of matches; nil until it is first saved.
  public var results: ChildState?

  /// Creates the state of a search that opens for the first time.
  public init() {}
}
