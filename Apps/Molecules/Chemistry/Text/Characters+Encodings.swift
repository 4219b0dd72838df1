extension Characters {
  /// A problem, if the text is neither UTF-8 nor plausible Latin; otherwise empty. Such text is
  /// decoded as Latin, since East Asian and Cyrillic encodings can't be distinguished reliably.
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
