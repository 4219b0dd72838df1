/// A tag of an HTML document.
struct HTMLTag {
  /// The name in lower case.
  let name: String
  /// True for the tag at an element's end.
  let isEnd: Bool
  /// All between the name and the tag's end.
  private let attributes: Substring

  /// Takes a tag or a comment from a text that begins with "<"; nil if that is no tag.
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

  /// Returns a number that an attribute gives; nil if it gives none.
  func number(_ attribute: String) -> Int? {
    let lower = attributes.lowercased()
    guard let range = lower.firstRange(of: attribute) else { return nil }
    let value = lower[range.upperBound...].drop { $0.isWhitespace }
    guard value.first == "=" else { return nil }
    return Int(
      value.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }.prefix { $0.isNumber })
  }
}
