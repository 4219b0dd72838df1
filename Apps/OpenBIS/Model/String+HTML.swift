extension String {
  /// Appends a piece, and collapses consecutive spaces.
  mutating func add(_ piece: String) {
    if piece == " ", last?.isWhitespace != false { return }
    self += piece
  }

  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text as a superscript.
  var raised: String {
    written(in: Self.exponents) ?? (count > 1 ? "^(\(self))" : isEmpty ? "" : "^" + self)
  }

  /// The text as a subscript.
  var lowered: String { written(in: Self.indices) ?? (isEmpty ? "" : "_" + self) }

  /// Maps all characters; returns `nil` if one of them has no mapping.
  private func written(in characters: [Character: Character]) -> String? {
    let written = compactMap { characters[$0] }
    return written.isEmpty || written.count < count ? nil : String(written)
  }

  private static let exponents = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"))
  private static let indices = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"))
}
