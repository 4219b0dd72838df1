/// An HTML document as an instance puts it into a property: its texts and tables.
///
/// Not a browser's reading: tags that aren't known are passed over, and nothing is loaded or run.
struct HTMLDocument {
  /// The texts and tables, from top to bottom.
  private(set) var blocks: [TextBlock] = []

  private var text = ""
  private var rows: [[String]] = []
  private var hasHeading = false
  private var isInTable = false
  private var cell: String?
  /// The element whose contents are nothing to read, while the document is within it.
  private var hidden: String?

  /// Reads a document; anything can be read.
  init(_ source: String) {
    var rest = source[...]
    while let character = rest.first {
      if character == "<", let tag = HTMLTag(&rest) {
        take(tag)
      } else if hidden != nil {
        rest.removeFirst()
      } else {
        if character.isWhitespace {
          rest.removeFirst()
          add(" ")
        } else {
          add(character == "&" ? Self.entity(&rest) : String(rest.removeFirst()))
        }
      }
    }
    endTable()
    endText()
  }

  private mutating func take(_ tag: HTMLTag) {
    if let hidden {
      if tag.isEnd, tag.name == hidden { self.hidden = nil }
      return
    }
    switch tag.name {
    case "script", "style", "title": if !tag.isEnd { hidden = tag.name }
    case "table":
      if tag.isEnd { endTable() } else { beginTable() }
    case "tr":
      endCell()
      if !tag.isEnd, isInTable { rows.append([]) }
    case "td", "th":
      endCell()
      guard !tag.isEnd, isInTable else { return }
      if rows.isEmpty { rows.append([]) }
      if tag.name == "th", rows.count == 1 { hasHeading = true }
      cell = ""
    case "br": add("\n")
    case "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "body":
      if cell == nil { breakLine() } else { add(" ") }
      if tag.name == "li", !tag.isEnd { add("• ") }
    default: break
    }
  }

  /// Adds text to the cell or paragraph that is being read. Blanks count once.
  private mutating func add(_ piece: String) {
    if cell != nil {
      cell?.add(piece)
    } else if !isInTable {
      text.add(piece)
    }
  }

  private mutating func breakLine() {
    if !text.isEmpty, text.last != "\n" { text += "\n" }
  }

  private mutating func beginTable() {
    endTable()
    endText()
    isInTable = true
  }

  private mutating func endCell() {
    guard let cell else { return }
    rows[rows.count - 1].append(cell.trimmed)
    self.cell = nil
  }

  private mutating func endTable() {
    endCell()
    let full = rows.filter { !$0.isEmpty }
    if !full.isEmpty { blocks.append(.table(full, hasHeading: hasHeading)) }
    (rows, hasHeading, isInTable) = ([], false, false)
  }

  private mutating func endText() {
    let lines = text.trimmed
    if !lines.isEmpty { blocks.append(.text(lines)) }
    text = ""
  }

  /// Returns the character that a reference such as `&amp;` or `&#228;` stands for, or the ampersand.
  private static func entity(_ rest: inout Substring) -> String {
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "#" }
    let after = rest.dropFirst(1 + name.count)
    guard after.first == ";", let text = character(String(name)) else {
      rest.removeFirst()
      return "&"
    }
    rest = after.dropFirst()
    return text
  }

  private static func character(_ name: String) -> String? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }.map {
        String(Character($0))
      }
    }
    if name.hasPrefix("#") {
      return UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
    return named[name]
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "auml": "ä",
    "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
    "deg": "°", "micro": "µ", "plusmn": "±", "times": "×", "middot": "·", "ndash": "–",
    "mdash": "—", "alpha": "α", "beta": "β", "gamma": "γ", "le": "≤", "ge": "≥",
  ]
}

/// A tag of an HTML document.
struct HTMLTag {
  /// The name in lower case.
  let name: String
  /// True for the tag at an element's end.
  let isEnd: Bool

  /// Takes a tag or a comment from a text that begins with "<"; nil if that is no tag.
  init?(_ rest: inout Substring) {
    if rest.hasPrefix("<!--") {
      var inner = rest.dropFirst(4)
      while !inner.isEmpty, !inner.hasPrefix("-->") { inner.removeFirst() }
      rest = inner.dropFirst(3)
      (name, isEnd) = ("", false)
      return
    }
    var inner = rest.dropFirst()
    isEnd = inner.first == "/"
    if isEnd { inner.removeFirst() }
    let word = inner.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
    guard let first = word.first, first.isLetter || first == "!" else { return nil }
    inner = inner.dropFirst(word.count)
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
    rest = inner
  }
}

extension String {
  /// Adds a piece; a blank behind another one is none.
  fileprivate mutating func add(_ piece: String) {
    if piece == " ", last?.isWhitespace != false { return }
    self += piece
  }

  /// The text without blanks and line ends around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
