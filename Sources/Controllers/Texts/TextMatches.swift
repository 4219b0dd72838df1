/// The matches of a query in a text, in order.
struct TextMatches {
  struct Match: Hashable {
    let line: Int
    let range: Range<Int>

    var place: BrokenText.Place { BrokenText.Place(line: line, character: range.lowerBound) }
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

  func number(at place: BrokenText.Place) -> Int? {
    let number = firstNumber(from: place)
    return number < all.count && all[number].place == place ? number : nil
  }

  /// Returns the index of the first match at or after a position; the count if there is none.
  func firstNumber(from place: BrokenText.Place) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func inLine(_ line: Int) -> ArraySlice<Match> {
    all[firstNumber(from: .init(line: line))..<firstNumber(from: .init(line: line + 1))]
  }

  /// Returns, for example, "match 2 of 5", or the number of matches if there is no current one.
  func words(_ number: Int?) -> String {
    let count = isCut ? "\(all.count)+" : "\(all.count)"
    if let number { return "match \(number + 1) of \(count)" }
    return all.count == 1 ? "1 match" : "\(count) matches"
  }
}
