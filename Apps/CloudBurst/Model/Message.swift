import FoundationEssentials
import Reprise

/// The code of a system's last message, and its decoded arguments: `RM07054("Lab+App","…")`.
/// Arguments are form-encoded: `+` is a space, `%22` a quotation mark. In any other message `code`
/// is `nil`, `arguments` is empty, and the text is in `raw`.
struct Message: Hashable, Sendable {
  let raw: String
  let code: String?
  let arguments: [String]

  init(_ raw: String) {
    self.raw = raw
    let digits = raw.unicodeScalars.drop { ("A"..."Z").contains($0) }
    let rest = digits.drop { ("0"..."9").contains($0) }
    let hasCode = raw.startIndex < digits.startIndex && digits.startIndex < rest.startIndex
    let arguments = hasCode ? Self.arguments(Substring(rest)) : nil
    code = arguments == nil ? nil : String(raw[..<rest.startIndex])
    self.arguments = arguments ?? []
  }

  /// Parses an empty text, `()`, or `("a","b")`; returns `nil` for anything else.
  private static func arguments(_ text: Substring) -> [String]? {
    if text.isEmpty || text == "()" { return [] }
    guard text.count > 3, text.hasPrefix("(\""), text.hasSuffix("\")") else { return nil }
    // Within an argument, a quotation mark is written as `%22`.
    let pieces = text.dropFirst(2).dropLast(2)
      .split(separator: "\",\"", omittingEmptySubsequences: false)
    let arguments = pieces.compactMap { piece in
      piece.contains("\"") ? nil : piece.replacing("+", with: " ").percentDecoded
    }
    return arguments.count == pieces.count ? arguments : nil
  }
}
