import Terminals

extension String {
  /// Returns the beginning and the end of the text with "…" between them, in at most `width` cells.
  /// Returns the text itself if it fits, or if the width is too small for both parts.
  func cutInTheMiddle(to width: Int) -> String {
    guard width > 4, CellWidth.exceeds(self, width) else { return self }
    // Every character has at least one cell.
    let end = String(
      suffix(width).reversed().fitting(in: (width - 1) / 2).reversed())
    let beginning = prefix(width).fitting(in: width - 1 - CellWidth.of(end))
    return String(beginning) + "…" + end
  }
}

extension Sequence<Character> {
  /// Returns the first characters that fit into `width` cells.
  fileprivate func fitting(in width: Int) -> [Character] {
    var left = width
    return Array(
      prefix { character in
        left -= CellWidth.of(String(character))
        return left >= 0
      })
  }
}
