/// An HTML document as an instance puts it into a property: its texts and tables.
///
/// Not a browser's reading: tags that aren't known are passed over, and nothing is loaded or run.
struct HTMLDocument {
  /// The texts and tables, from top to bottom.
  private(set) var blocks: [TextBlock] = []

  private var text = ""
  private var table: HTMLTable?
  /// The raised or lowered text that is being read, and its tag.
  private var script: (tag: String, text: String)?
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
    case "caption", "tr", "td", "th":
      endScript()
      table?.take(tag)
    case "br": add("\n")
    case "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "body":
      if table == nil { breakLine() } else { add(" ") }
      if tag.name == "li", !tag.isEnd { add("• ") }
    case "sup", "sub":
      endScript()
      if !tag.isEnd { script = (tag.name, "") }
    // What holds no more must not be read as if it did.
    case "s", "del", "strike": add(tag.isEnd ? "]" : "[struck out: ")
    case "img": add("[image]")
    default: break
    }
  }

  /// Adds text to the cell or paragraph that is being read. Blanks count once.
  private mutating func add(_ piece: String) {
    if script != nil {
      script?.text.add(piece)
    } else if table != nil {
      table?.add(piece)
    } else {
      text.add(piece)
    }
  }

  /// 10⁶ isn't 106: what is raised or lowered is so in characters that are, or with a sign before it.
  private mutating func endScript() {
    guard let script else { return }
    self.script = nil
    add(script.tag == "sup" ? script.text.raised : script.text.lowered)
  }

  private mutating func breakLine() {
    endScript()
    if !text.isEmpty, text.last != "\n" { text += "\n" }
  }

  private mutating func beginTable() {
    endTable()
    endText()
    table = HTMLTable()
  }

  private mutating func endTable() {
    endScript()
    table?.end()
    if let table { blocks += table.blocks }
    table = nil
  }

  private mutating func endText() {
    endScript()
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
