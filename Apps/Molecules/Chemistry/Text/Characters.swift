import Glibc

/// Decodes and formats the text and numbers in a file.
enum Characters {
  /// Decodes UTF-8, or Windows code page 1252 if the bytes aren't valid UTF-8.
  static func decode(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(
      String.UnicodeScalarView(
        bytes.map { byte in
          byte < 0x80 || byte >= 0xA0
            ? Unicode.Scalar(byte) : Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}"
        }))
  }

  /// Code page 1252, from 0x80 to 0x9F.
  private static let upper: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var part = bytes
    while let first = part.first, first <= 0x20 { part.removeFirst() }
    while let last = part.last, last <= 0x20 { part.removeLast() }
    return part
  }

  /// A whole number of at most ten digits, with or without a sign.
  static func integer(_ bytes: some Collection<UInt8>) -> Int? {
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty, digits.count <= 10 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return isNegative ? -value : value
  }

  static func integer(_ text: some StringProtocol) -> Int? { integer(Array(text.utf8)) }

  /// A number whose absolute value is at most 1e9; otherwise `nil`.
  static func real(_ text: some StringProtocol) -> Double? {
    guard let value = Double(text), abs(value) <= 1e9 else { return nil }
    return value
  }

  /// A rounded number with `places` decimals, independent of the locale.
  static func fixed(_ value: Double, _ places: Int) -> String {
    let scale = pow(10, Double(places))
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return fixed(0, places) }
    let digits = String(Int(abs(scaled)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    return (scaled < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// Pads a text on the left.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func right(_ number: Int, _ width: Int) -> String { right(String(number), width) }

  /// Pads a text on the right.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func oneLine(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }
}

extension Characters {
  /// Text in another encoding is read as Latin: East Asian and Cyrillic can't be told apart.
  static func problems(in bytes: [UInt8], firstLine: Int = 1) -> [FormatError] {
    // A fast path: most files are ASCII.
    guard bytes.contains(where: { $0 >= 0x80 }) else { return [] }
    var lines = TextLines(bytes, firstNumber: firstLine)
    while let line = lines.take() {
      guard String(validating: line.bytes, as: UTF8.self) == nil, isHardlyLatin(line.bytes)
      else { continue }
      return [
        FormatError(
          .line(line.number),
          "The text isn’t UTF-8 and is read as Latin; it may be GBK, Shift JIS or Cyrillic.",
          advice: "Convert the file, as with iconv -f GBK -t UTF-8 (or SHIFT_JIS, or CP1251).")
      ]
    }
    return []
  }

  /// Accented Latin letters occur singly or in pairs. Double-byte characters form longer runs, or
  /// have bytes that Windows code page 1252 doesn't use or uses for rare characters only.
  private static func isHardlyLatin(_ line: ArraySlice<UInt8>) -> Bool {
    let rare: Set<UInt8> = [0x81, 0x82, 0x83, 0x8D, 0x8F, 0x90, 0x9D]
    return line.split { $0 < 0x80 }.contains { $0.count >= 4 || $0.contains(where: rare.contains) }
  }
}
