/// The first meaningful line of a response's body, in text or HTML: a server's explanation of an
/// error.
struct FirstLine {
  /// At most 200 characters. Not escaped for a terminal.
  let text: String?

  init(of body: [UInt8]) {
    let text = String(decoding: body.prefix(16_384), as: UTF8.self)
    let start = text.drop(while: \.isWhitespace)
    let plainText = start.hasPrefix("<") ? FirstLine.withoutMarkup(String(start)) : String(start)
    let lines = plainText.split(whereSeparator: \.isNewline).lazy.map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    self.text = lines.first { !$0.isEmpty }.map { line in
      line.count > 200 ? line.prefix(199) + "…" : String(line)
    }
  }

  /// The title of HTML, or else its text without scripts, styles and tags.
  private static func withoutMarkup(_ html: String) -> String {
    let page = Markup(html)
    return resolved(page.title ?? page.text)
  }

  private static func resolved(_ text: String) -> String {
    let names = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&nbsp;": " "]
    return names.reduce(text) { $0.replacing($1.key, with: $1.value) }.replacing("&amp;", with: "&")
  }
}

/// A minimal HTML parser that extracts text in linear time, even from hostile input. A regular
/// expression would search to the end again at every bracket.
private struct Markup {
  private let bytes: [UInt8]
  private let names: [UInt8]

  init(_ html: String) {
    bytes = Array(html.utf8)
    names = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// `nil` if it is empty, too.
  var title: String? {
    var offset = 0
    while let start = end(of: "<title", from: offset), let open = end(of: ">", from: start) {
      let close = names[open...].firstIndex(of: UInt8(ascii: "<")) ?? names.endIndex
      if close > open, starts(with: "</title>", at: close) { return text(open..<close) }
      offset = open
    }
    return nil
  }

  var text: String {
    var rest: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "<") else {
        rest.append(bytes[offset])
        offset += 1
        continue
      }
      rest.append(0x0A)
      offset = afterMarkup(at: offset)
    }
    return String(decoding: rest, as: UTF8.self)
  }

  /// An unclosed tag, comment, script or style extends to the end.
  private func afterMarkup(at start: Int) -> Int {
    if starts(with: "<!--", at: start) { return end(of: "-->", from: start + 4) ?? bytes.count }
    guard let open = end(of: ">", from: start) else { return bytes.count }
    for name in ["script", "style"] where starts(with: "<\(name)", at: start) {
      return end(of: "</\(name)>", from: open) ?? bytes.count
    }
    return open
  }

  private func starts(with literal: String, at offset: Int) -> Bool {
    names[offset...].starts(with: literal.utf8)
  }

  private func end(of literal: String, from start: Int) -> Int? {
    let literal = Array(literal.utf8)
    var offset = start
    while offset + literal.count <= names.count {
      if names[offset] == literal[0], names[offset..<offset + literal.count].elementsEqual(literal)
      {
        return offset + literal.count
      }
      offset += 1
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
