import Screens
import Terminals

/// The matches of a query in a text, in order.
struct TextMatches {
  struct Match: Hashable {
    let line: Int
    let range: Range<Int>

    var position: BrokenText.Position {
      BrokenText.Position(line: line, character: range.lowerBound)
    }
  }

  let query: TextQuery
  let all: [Match]
  /// Whether there are more matches than are counted.
  let isCut: Bool

  /// The maximum number of counted matches; no user steps through more.
  static let maximumCount = 10_000

  init(of query: TextQuery, in text: BrokenText) {
    self.query = query
    var all: [Match] = []
    for (number, line) in text.lines.enumerated() where all.count <= Self.maximumCount {
      let left = Self.maximumCount + 1 - all.count
      all += query.ranges(in: line, limit: left).map { Match(line: number, range: $0) }
    }
    isCut = all.count > Self.maximumCount
    self.all = Array(all.prefix(Self.maximumCount))
  }

  func number(at position: BrokenText.Position) -> Int? {
    let number = firstNumber(from: position)
    return number < all.count && all[number].position == position ? number : nil
  }

  /// Returns the index of the first match at or after a position; the count if there is none.
  func firstNumber(from position: BrokenText.Position) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func inLine(_ line: Int) -> ArraySlice<Match> {
    all[firstNumber(from: .init(line: line))..<firstNumber(from: .init(line: line + 1))]
  }

  func statusText(_ number: Int?) -> String {
    let count = isCut ? "\(all.count)+" : "\(all.count)"
    if let number { return "match \(number + 1) of \(count)" }
    return all.count == 1 ? "1 match" : "\(count) matches"
  }
}

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
    return matches?.number(at: BrokenText.Position(line: line, character: character))
  }

  /// Starts at the current match if it is visible, otherwise at the top of the screen.
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
    go(to: min(text.position(nearest: match.position), last))
    state.matchLine = match.line
    state.matchCharacter = match.range.lowerBound
  }

  private func isInSight(
    _ match: TextMatches.Match, _ text: BrokenText, _ top: BrokenText.Position, _ size: Size
  ) -> Bool {
    let position = text.position(nearest: match.position)
    return position >= top && position <= text.position(textRows(size) - 1, from: top)
  }
}

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

  /// While another search is being typed, restores the applied one and its match.
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
