/// The matches of a query in a text, in their order.
struct TextMatches {
  struct Match: Hashable {
    let line: Int
    let range: Range<Int>

    var place: BrokenText.Place { BrokenText.Place(line: line, character: range.lowerBound) }
  }

  let query: TextQuery
  let all: [Match]
  /// True if there are more matches than are counted.
  let isCut: Bool

  /// The most matches that are counted: nobody goes through more, one by one.
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

  /// Returns the number of the match that begins at a place.
  func number(at place: BrokenText.Place) -> Int? {
    let number = firstNumber(from: place)
    return number < all.count && all[number].place == place ? number : nil
  }

  /// Returns the number of the first match at a place or behind it; the count if there is none.
  func firstNumber(from place: BrokenText.Place) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the matches in a line.
  func inLine(_ line: Int) -> ArraySlice<Match> {
    all[firstNumber(from: .init(line: line))..<firstNumber(from: .init(line: line + 1))]
  }

  /// Returns "match 2 of 5", or the number of matches if none is the current one.
  func words(_ number: Int?) -> String {
    let count = isCut ? "\(all.count)+" : "\(all.count)"
    if let number { return "match \(number + 1) of \(count)" }
    return all.count == 1 ? "1 match" : "\(count) matches"
  }
}
