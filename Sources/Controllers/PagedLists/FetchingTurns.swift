/// The fetching of pages that is under way. One that another has replaced comes to its end later, and says nothing of that one's.
struct FetchingTurns {
  /// The number of the fetching that is under way; nil if none is.
  private var current: Int?
  private var last = 0

  var isBusy: Bool { current != nil }

  /// Begins a fetching, in the place of one that is under way. Returns its number.
  mutating func begin() -> Int {
    last += 1
    current = last
    return last
  }

  /// Ends a fetching, unless another one has replaced it.
  mutating func end(_ number: Int) {
    if current == number { current = nil }
  }
}
