import Screens

extension TextState {
  mutating func beginSearch() {
    isSearching = true
    appliedSearch = search.isEmpty ? nil : search.text
  }

  /// Applies the typed text. The current match stays if the text is unchanged.
  mutating func applySearch() {
    if search.text != appliedSearch {
      matchLine = nil
      matchCharacter = nil
    }
    isSearching = false
    appliedSearch = nil
  }

  /// Ends the search. While another one is being typed, restores the applied search and its current
  /// match.
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
