extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// The collection must be sorted.
  package func sortedIndex(of element: Element) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element ? low : nil
  }
}
