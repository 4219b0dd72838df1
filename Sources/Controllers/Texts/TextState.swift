public import Restoration
public import Screens

/// What a pager remembers: its first line, and what is searched for.
public struct TextState: RestorableState {
  /// The first line shown, counted as the text has them, however wide the screen is.
  public var topLine = 0
  /// How many characters of that line are scrolled away, where it is broken into several.
  public var topCharacter = 0
  public var search = TextEntry()
  public var isSearching = false
  /// What went wrong with the last refresh.
  public var problem: Report?

  public init() {}
}
