public import Restoration
public import Screens

/// What a search remembers: what is typed, and the place in what was found.
public struct SearchState: RestorableState {
  public var query = TextEntry()
  public var results: SavedPart?

  public init() {}
}
