/// Which columns stand where on a line.
struct ColumnLayout: Hashable {
  struct Place: Hashable {
    /// Which of the columns given.
    let index: Int
    let start: Int
    let width: Int
  }

  let places: [Place]
  static let gap = 2

  /// Shares a line out: the last columns go first when the minimums don't fit; the first one always stays.
  init(_ widths: [ColumnWidth], from start: Int, to end: Int) {
    let room = max(0, end - start)
    var count = widths.count
    func needed(_ count: Int) -> Int {
      widths.prefix(count).reduce(0) { $0 + $1.minimum } + ColumnLayout.gap * max(0, count - 1)
    }
    while count > 1, needed(count) > room { count -= 1 }
    var shares = widths.prefix(count).map { min($0.minimum, room) }
    var spare = room - needed(count)
    while spare > 0 {
      let growing = (0..<count).filter { shares[$0] < widths[$0].maximum && widths[$0].share > 0 }
      let total = growing.reduce(0) { $0 + widths[$1].share }
      guard total > 0 else { break }
      let round = spare
      for index in growing where spare > 0 {
        let wanted = max(1, round * widths[index].share / total)
        let given = min(wanted, spare, widths[index].maximum - shares[index])
        shares[index] += given
        spare -= given
      }
    }
    var column = start
    var places: [Place] = []
    for index in 0..<count {
      places.append(Place(index: index, start: column, width: shares[index]))
      column += shares[index] + ColumnLayout.gap
    }
    self.places = places
  }
}
