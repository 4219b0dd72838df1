/// Converts between paths and `file` URLs.
enum FileURL {
  static func text(_ path: String) -> String {
    "file://"
      + path.utf8.map { byte in
        let scalar = UnicodeScalar(byte)
        let isPlain =
          byte < 0x80
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || "/-._~".unicodeScalars.contains(scalar))
        guard !isPlain else { return String(scalar) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
      .joined()
  }

  static func path(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("file:") else { return nil }
    var rest = text.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.utf8.count)
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // `UInt8` accepts a sign, which isn't valid in a URL.
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
