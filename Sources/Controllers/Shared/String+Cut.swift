import Terminals

extension String {
  /// The beginning and the end of the text with "…" between them, in so many cells at most; the text itself where it has room, or where
  /// there is none for two parts.
  func cutInTheMiddle(to width: Int) -> String {
    guard width > 4, CellWidth.exceeds(self, width) else { return self }
    // No character is narrower than a cell.
    let end = String(
      suffix(width).reversed().fitting(in: (width - 1) / 2).reversed())
    let beginning = prefix(width).fitting(in: width - 1 - CellWidth.of(end))
    return String(beginning) + "…" + end
  }
}

extension Sequence<Character> {
  /// The first characters that so many cells have room for.
  fileprivate func fitting(in width: Int) -> [Character] {
    var left = width
    return Array(
      prefix { character in
        left -= CellWidth.of(String(character))
        return left >= 0
      })
  }
}
