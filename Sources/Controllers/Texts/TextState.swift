public import Restoration
public import Screens

/// A pager's state: its first line, the search, and the match that was gone to.
public struct TextState: RestorableState {
  /// The first line shown, counted as the text has them, however wide the screen is.
  public var topLine = 0
  /// How many characters of that line are scrolled away, where it is broken into several.
  public var topCharacter = 0
  public var search = TextEntry()
  public var isSearching = false
  /// The line of the match that was gone to last, and the character that it begins with. Nil until one was.
  public var matchLine: Int?
  public var matchCharacter: Int?
  /// Whether the end stays in sight as more is added; nil until the person moved.
  public var isFollowing: Bool?
  /// What went wrong with the last refresh.
  public var problem: Report?

  public init() {}
}
