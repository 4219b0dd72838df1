extension String {
  /// Adds a piece; a blank behind another one is none.
  mutating func add(_ piece: String) {
    if piece == " ", last?.isWhitespace != false { return }
    self += piece
  }

  /// The text without blanks and line ends around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text as an exponent.
  var raised: String {
    written(in: Self.exponents) ?? (count > 1 ? "^(\(self))" : isEmpty ? "" : "^" + self)
  }

  /// The text as an index.
  var lowered: String { written(in: Self.indices) ?? (isEmpty ? "" : "_" + self) }

  /// The text in other characters; nil if not all of it is among them.
  private func written(in characters: [Character: Character]) -> String? {
    let written = compactMap { characters[$0] }
    return written.isEmpty || written.count < count ? nil : String(written)
  }

  private static let exponents = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"))
  private static let indices = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"))
}
