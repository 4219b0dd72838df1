extension JSON {
  /// The number, if it is a whole one that an `Int` holds; `1.0` and `1e3` are whole too.
  ///
  /// Exact: it doesn't go by way of a `Double`.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? JSON.wholeNumber(text)
  }

  /// The number; nil if it is beyond the range of a `Double`.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  /// The value of digits with a point or an exponent.
  private static func wholeNumber(_ text: String) -> Int? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let halves = text.dropFirst(sign.count).split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits) else { return nil }

    // The number is `digits` with `zeros` zeros after them; a negative count would leave a fraction.
    var digits = String(parts.joined().drop { $0 == "0" })
    var zeros = parts.count > 1 ? -parts[1].count : 0
    while digits.last == "0" {
      digits.removeLast()
      zeros += 1
    }
    if digits.isEmpty { return 0 }
    if halves.count > 1 {
      guard let exponent = Int(halves[1]), (-1_000...1_000).contains(exponent) else { return nil }
      zeros += exponent
    }
    guard zeros >= 0, digits.count + zeros <= 19 else { return nil }
    return Int(sign + digits + String(repeating: "0", count: zeros))
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
