import Screens
import Terminals

/// The matches of the search, and going from one to the next.
extension TextController {
  var query: TextQuery { TextQuery(state.search.text) }

  /// The matches of the search in the text; nil while it is typed, and without a search.
  var matches: TextMatches? {
    guard let text, !state.isSearching, !state.search.isEmpty else { return nil }
    if let knownMatches, knownMatches.query.text == state.search.text { return knownMatches }
    let matches = TextMatches(of: query, in: text)
    knownMatches = matches
    return matches
  }

  /// The number of the match that was gone to last, if it is still one.
  var currentMatch: Int? {
    guard let line = state.matchLine, let character = state.matchCharacter else { return nil }
    return matches?.number(at: BrokenText.Place(line: line, character: character))
  }

  /// Goes to the next match behind the current one, or before it; from the screen's top, if the current one isn't in sight.
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
