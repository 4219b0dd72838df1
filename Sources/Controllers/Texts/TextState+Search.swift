import Screens

/// The search as it is typed, applied and ended.
extension TextState {
  /// Begins to type a search.
  mutating func beginSearch() {
    isSearching = true
    appliedSearch = search.isEmpty ? nil : search.text
  }

  /// Searches for the text that was typed. The current match stays where it is the same text as before.
  mutating func applySearch() {
    if search.text != appliedSearch {
      matchLine = nil
      matchCharacter = nil
    }
    isSearching = false
    appliedSearch = nil
  }

  /// Ends the search; or, while another one is typed, goes back to the one that was applied before, and to its current match.
  mutating func endSearch() {
    if isSearching, let applied = appliedSearch {
      search = TextEntry(applied)
    } else {
      search = TextEntry()
      matchLine = nil
      matchCharacter = nil
    }
    isSearching = false
    appliedSearch = nil
  }
}
