public import Restoration

/// What a list that comes in pieces remembers.
public struct PagedListState: RestorableState {
  /// How many rows there were: so many are fetched again before anything is shown.
  public var rowCount = 0
  public var list: SavedPart?

  public init() {}
}
