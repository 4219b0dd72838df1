/// The code of a system's last message, and its decoded arguments: `RM07054("Lab+App","…")`.
/// Arguments are form-encoded: `+` is a space, `%22` a quotation mark. In any other message `code`
/// is `nil`, `arguments` is empty, and the text is in `raw`.
struct Message: Hashable, Sendable {
  let raw: String
  let code: String?
  let arguments: [String]

  init(_ raw: String) {
    self.raw = raw
    var rest = Substring(raw).utf8[...]
    let letters = rest.prefix { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
    let digits = rest.dropFirst(letters.count).prefix {
      $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
    }
    let length = letters.count + digits.count
    rest = rest.dropFirst(length)
    if !letters.isEmpty, !digits.isEmpty, let arguments = Self.arguments(rest) {
      code = String(raw.utf8.prefix(length))
      self.arguments = arguments
    } else {
      code = nil
      arguments = []
    }
  }

  /// Parses an empty text, `()`, or `("a","b")`; returns `nil` for anything else.
  private static func arguments(_ text: Substring.UTF8View) -> [String]? {
    if text.isEmpty { return [] }
    guard text.first == UInt8(ascii: "("), text.count > 1, text.last == UInt8(ascii: ")") else {
      return nil
    }
    let inside = text.dropFirst().dropLast()
    if inside.isEmpty { return [] }
    // Within an argument, a quotation mark is written as `%22`. Every second piece is an argument.
    let pieces = inside.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    var arguments: [String] = []
    for (index, piece) in pieces.enumerated() {
      if index % 2 == 1 {
        guard let argument = decoded(piece) else { return nil }
        arguments.append(argument)
      } else if index == 0 || index == pieces.count - 1 {
        guard piece.isEmpty else { return nil }
      } else {
        guard piece.elementsEqual(",".utf8) else { return nil }
      }
    }
    return pieces.count % 2 == 1 ? arguments : nil
  }

  private static func decoded(_ encoded: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { return nil }
        bytes.append(UInt8(digits[0] << 4 | digits[1]))
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
