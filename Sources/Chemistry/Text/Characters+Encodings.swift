extension Characters {
  /// The problem of a text that isn't UTF-8 and hardly Latin, as which it is read; empty for
  /// another. Nothing tells the encodings of East Asia and of Cyrillic apart for certain.
  static func problems(in bytes: [UInt8], firstLine: Int = 1) -> [FormatError] {
    // Most files are ASCII, and have none of these bytes.
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

  /// Latin letters with accents stand one by one, or two together; characters of two bytes come in
  /// long runs, or have a byte that Windows' Latin code page doesn't use or for rare signs alone.
  private static func isHardlyLatin(_ line: ArraySlice<UInt8>) -> Bool {
    let rare: Set<UInt8> = [0x81, 0x82, 0x83, 0x8D, 0x8F, 0x90, 0x9D]
    return line.split { $0 < 0x80 }.contains { $0.count >= 4 || $0.contains(where: rare.contains) }
  }
}
