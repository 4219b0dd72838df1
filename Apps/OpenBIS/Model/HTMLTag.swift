struct HTMLTag {
  /// The name in lower case; empty for a comment or a processing instruction.
  let name: String
  let isEnd: Bool
  /// The text between the name and the tag's end.
  private let attributes: Substring

  /// Parses a tag or a comment at a "<"; returns `nil` if there is none.
  init?(_ rest: inout Substring) {
    if rest.hasPrefix("<!--") {
      var inner = rest.dropFirst(4)
      while !inner.isEmpty, !inner.hasPrefix("-->") { inner.removeFirst() }
      rest = inner.dropFirst(3)
      (name, isEnd, attributes) = ("", false, "")
      return
    }
    if rest.hasPrefix("<?") {
      // A processing instruction: <?xml version="1.0"?>.
      rest = rest.drop { $0 != ">" }.dropFirst()
      (name, isEnd, attributes) = ("", false, "")
      return
    }
    var inner = rest.dropFirst()
    isEnd = inner.first == "/"
    if isEnd { inner.removeFirst() }
    let word = inner.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
    guard let first = word.first, first.isLetter || first == "!" else { return nil }
    inner = inner.dropFirst(word.count)
    let beginning = inner
    var quotation: Character?
    while let character = inner.popFirst() {
      if let quote = quotation {
        if character == quote { quotation = nil }
      } else if character == "\"" || character == "'" {
        quotation = character
      } else if character == ">" {
        break
      }
    }
    name = word.lowercased()
    attributes = beginning[..<inner.startIndex]
    rest = inner
  }

  /// Returns an attribute's numeric value, if it has one.
  func number(_ attribute: String) -> Int? {
    let lower = attributes.lowercased()
    guard let range = lower.firstRange(of: attribute) else { return nil }
    let value = lower[range.upperBound...].drop { $0.isWhitespace }
    guard value.first == "=" else { return nil }
    return Int(
      value.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }.prefix { $0.isNumber })
  }
}
