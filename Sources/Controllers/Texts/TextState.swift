public import Restoration
public import Screens

/// A pager's state: its first line, the search, and the match that was gone to.
public struct TextState: RestorableState {
  /// The first line shown, counted as the text has them, however wide the screen is.
  public var topLine = 0
  /// The number of characters of that line that are scrolled away, if it is broken into several.
  public var topCharacter = 0
  /// The text to search for.
  public var search = TextEntry()
  /// True while that text is being typed.
  public var isSearching = false
  /// The search that was applied before another one began to be typed; nil if there was none.
  public var appliedSearch: String?
  /// The line of the match that was gone to last; nil until one was.
  public var matchLine: Int?
  /// The character that this match begins with; nil until one was gone to.
  public var matchCharacter: Int?
  /// True if the end stays in sight as more is added; nil until the person moves.
  public var isFollowing: Bool?
  /// The failure of the last refresh.
  public var problem: StatusMessage?

  /// Creates the state of a text that opens for the first time.
  public init() {}
}
