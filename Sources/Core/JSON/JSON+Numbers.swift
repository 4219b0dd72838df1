extension JSON {
  /// The number as an `Int`, or `nil` if it isn't whole or doesn't fit; `1.0` and `1e3` are whole.
  ///
  /// The conversion is exact, without an intermediate `Double`.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? JSON.wholeNumber(text)
  }

  /// The number as a `Double`, or `nil` if it is out of range.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func wholeNumber(_ text: String) -> Int? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let halves = text.dropFirst(sign.count).split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits) else { return nil }

    // The number is `digits` followed by `zeros` zeros; negative means a fraction.
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
