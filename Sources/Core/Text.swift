import Glibc

// Foundation has these functions only together with ICU, which would be most of the program.

extension StringProtocol {
  /// The text without white space at its start and end.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// Returns the text with every byte percent-encoded, except ASCII letters, digits and the
  /// characters of `kept`.
  package func percentEncoded(keeping kept: String = "-._~") -> String {
    var text = ""
    for byte in utf8 {
      let character = Character(Unicode.Scalar(byte))
      let isKept = byte < 0x80 && (character.isLetter || character.isNumber)
      if isKept || kept.utf8.contains(byte) {
        text.append(character)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// The text with its percent-encoded bytes decoded; `nil` if it isn't valid.
  package var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let decoded = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension Double {
  /// Returns the number with a fixed number of decimals: "3.10" for 3.1 and 2.
  package func text(decimals: Int) -> String {
    var bytes = [CChar](repeating: 0, count: 512)
    let length = withVaList([Int32(clamping: decimals), self]) {
      vsnprintf(&bytes, bytes.count, "%.*f", $0)
    }
    return String(
      decoding: bytes.prefix(max(0, Int(length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
