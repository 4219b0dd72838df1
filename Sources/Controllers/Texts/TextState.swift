public import Restoration
public import Screens

/// A pager's saved state: its scroll position, its search, and the current match.
public struct TextState: RestorableState {
  /// The index of the top line of the text, independent of the screen's width.
  public var topLine = 0
  /// The number of characters of that line that are scrolled away, if it is broken into several.
  public var topCharacter = 0
  /// The text to search for.
  public var search = TextEntry()
  /// Whether the search is being typed.
  public var isSearching = false
  /// The search that was applied before the user began to type another one; `nil` if there was
  /// none.
  public var appliedSearch: String?
  /// The line of the current match; `nil` if there is none.
  public var matchLine: Int?
  /// The index of the current match's first character; `nil` if there is none.
  public var matchCharacter: Int?
  /// Whether the end stays visible as text is added; `nil` until the user scrolls.
  public var isFollowing: Bool?
  /// The error of the last refresh.
  public var problem: StatusMessage?

  /// Creates the initial state of a text.
  public init() {}
}
