extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// Returns an element's index in a sorted collection by binary search, or `nil` if absent.
  ///
  ///     [2, 3, 5, 7].sortedIndex(of: 5)  // 2
  package func sortedIndex(of element: Element) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element ? low : nil
  }
}
