/// Numbers the page requests, so that one that another has replaced doesn't affect the newer one
/// when it ends.
struct FetchingTurns {
  private var current: Int?
  private var last = 0

  var isBusy: Bool { current != nil }

  /// Starts a request, replacing the running one. Returns its number.
  mutating func begin() -> Int {
    last += 1
    current = last
    return last
  }

  /// Ends a request, unless another one has replaced it.
  mutating func end(_ number: Int) {
    if current == number { current = nil }
  }
}
