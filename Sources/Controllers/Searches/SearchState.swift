public import Restoration
public import Screens

/// The saved state of a search: the typed text, and the list of matches.
public struct SearchState: RestorableState {
  /// The text in the field.
  public var query = TextEntry()
  /// The id of the scope that the user chose; `nil` for the first one.
  public var scopeID: String?
  /// The state of the list of matches; `nil` until it is first saved.
  public var results: ChildState?

  /// Creates the initial state of a search.
  public init() {}
}
