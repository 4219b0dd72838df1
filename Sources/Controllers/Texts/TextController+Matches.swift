import Screens
import Terminals

extension TextController {
  var query: TextQuery { TextQuery(state.search.text) }

  /// The matches of the search; `nil` while the user types it, and without a search.
  var matches: TextMatches? {
    guard let text, !state.isSearching, !state.search.isEmpty else { return nil }
    if let knownMatches, knownMatches.query.text == state.search.text { return knownMatches }
    let matches = TextMatches(of: query, in: text)
    knownMatches = matches
    return matches
  }

  /// The index of the current match; `nil` if it doesn't match any more.
  var currentMatch: Int? {
    guard let line = state.matchLine, let character = state.matchCharacter else { return nil }
    return matches?.number(at: BrokenText.Place(line: line, character: character))
  }

  /// Goes to the next or the previous match, from the current match if it is visible, otherwise
  /// from the top of the screen.
  func find(_ step: Int, _ navigator: Navigator) {
    guard let matches, let (text, top, last) = view(navigator.size) else { return }
    let count = matches.all.count
    guard count > 0 else { return navigator.notify("“\(state.search.text)” not found.") }
    let next: Int
    if let current = currentMatch, isInSight(matches.all[current], text, top, navigator.size) {
      next = current + step
    } else {
      let first = matches.firstNumber(from: top)
      next = step > 0 ? first : first - 1
    }
    if next >= count { navigator.notify("Continued at the top.") }
    if next < 0 { navigator.notify("Continued at the end.") }
    let match = matches.all[(next + count) % count]
    go(to: min(text.place(nearest: match.place), last))
    state.matchLine = match.line
    state.matchCharacter = match.range.lowerBound
  }

  private func isInSight(
    _ match: TextMatches.Match, _ text: BrokenText, _ top: BrokenText.Place, _ size: Size
  ) -> Bool {
    let place = text.place(nearest: match.place)
    return place >= top && place <= text.place(textRows(size) - 1, from: top)
  }
}
