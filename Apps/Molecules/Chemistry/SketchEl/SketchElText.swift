/// The escapes of SketchEl's two formats.
enum SketchElText {
  /// The first index of a character that isn't escaped with "\".
  static func firstIndex(
    of character: Character, in text: some StringProtocol, isSecond: Bool
  ) -> String.Index? {
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if isSecond, text[index] == "\\" {
        isEscaped = true
      } else if text[index] == character {
        return index
      }
    }
    return nil
  }

  static func fields(_ text: Substring, isSecond: Bool) -> [String] {
    var fields: [String] = []
    var rest = text
    while let comma = firstIndex(of: ",", in: rest, isSecond: isSecond) {
      fields.append(unescaped(rest[..<comma], isSecond: isSecond))
      rest = rest[rest.index(after: comma)...]
    }
    return fields + [unescaped(rest, isSecond: isSecond)]
  }

  static func unescaped(_ text: Substring, isSecond: Bool) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    return isSecond ? unescapedSecond(text) : unescapedFirst(text)
  }

  /// "\" and four hexadecimal digits are a UTF-16 code unit.
  private static func unescapedFirst(_ text: Substring) -> String {
    let units = Array(text.utf16)
    var result: [UInt16] = []
    var index = 0
    while index < units.count {
      let digits = units[(index + 1)...].prefix(4)
      if units[index] == 0x5C, digits.count == 4, digits.allSatisfy(isHexadecimal),
        let unit = UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
      {
        result.append(unit)
        index += 5
      } else {
        result.append(units[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF16.self)
  }

  private static func isHexadecimal(_ unit: UInt16) -> Bool {
    "0123456789abcdefABCDEF".utf16.contains(unit)
  }

  private static func unescapedSecond(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        result.append(character)
        continue
      }
      result.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
    }
    return result
  }

  /// Escapes all but printable ASCII, and the delimiters, as UTF-16 units for the first format.
  static func escaped(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      if unit > 32, unit < 127, !"\\,;=".utf16.contains(unit) {
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16, uppercase: true)
        result += "\\" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return result
  }
}

/// The markup in SketchEl's labels: "{3}" is a subscript, "{^i}" a superscript, and "|" separates
/// the parts of a label.
enum SketchElLabel {
  /// Returns a label without its markup: "CF3" for "C|F{3}".
  static func plain(_ label: String) -> String {
    guard label.utf8.contains(where: { $0 == 0x7B || $0 == 0x7C || $0 == 0x7D }) else {
      return label
    }
    return label.replacing("{^", with: "").filter { !"{}|".contains($0) }
  }
}
