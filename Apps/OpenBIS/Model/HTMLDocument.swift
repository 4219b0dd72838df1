import Reprise

/// The texts and tables of an HTML document in a property's value.
/// Unknown tags are ignored, and nothing is loaded or run.
struct HTMLDocument {
  private(set) var blocks: [TextBlock] = []

  private var text = ""
  private var table: HTMLTable?
  private var script: (tag: String, text: String)?
  private var hidden: String?
  /// The open lists, innermost last: the number of the next item, or `nil` for bullets.
  private var lists: [Int?] = []
  private var isPreformatted = false

  /// Malformed input is accepted.
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
          if isPreformatted { addRaw(character) } else { add(" ") }
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
      // A head without an end tag must not hide the body.
      if tag.isEnd ? tag.name == hidden : tag.name == "body" && hidden == "head" {
        self.hidden = nil
      }
      return
    }
    switch tag.name {
    case "head", "script", "style", "title": if !tag.isEnd { hidden = tag.name }
    case "table":
      endTable()
      guard !tag.isEnd else { break }
      endText()
      table = HTMLTable()
    case "caption", "tr", "td", "th":
      endScript()
      table?.take(tag)
    case "br": add("\n")
    case "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "body":
      if table == nil { breakLine() } else { add(" ") }
      takeStructure(tag)
    case "sup", "sub":
      endScript()
      if !tag.isEnd { script = (tag.name, "") }
    // Text that was struck out must not be read as valid.
    case "s", "del", "strike": add(tag.isEnd ? "]" : "[struck out: ")
    case "img": add("[image]")
    default: break
    }
  }

  private mutating func takeStructure(_ tag: HTMLTag) {
    switch tag.name {
    case "pre": isPreformatted = !tag.isEnd
    case "ol", "ul":
      if tag.isEnd {
        _ = lists.popLast()
      } else if lists.count < 64 {
        lists.append(tag.name == "ol" ? tag.number("start").map { min($0, 1 << 30) } ?? 1 : nil)
      }
    case "li" where !tag.isEnd:
      guard let number = lists.last ?? nil else { return add("• ") }
      lists[lists.count - 1] = number + 1
      add("\(number). ")
    default: break
    }
  }

  /// In a table cell the whitespace is collapsed.
  private mutating func addRaw(_ blank: Character) {
    if script == nil, table == nil { text.append(blank) } else { add(" ") }
  }

  private mutating func add(_ piece: String) {
    if script != nil {
      script?.text.add(piece)
    } else if table != nil {
      table?.add(piece)
    } else {
      text.add(piece)
    }
  }

  /// The text is marked: 10⁶ must not become 106.
  private mutating func endScript() {
    guard let script else { return }
    self.script = nil
    add(script.tag == "sup" ? script.text.raised : script.text.lowered)
  }

  private mutating func breakLine() {
    endScript()
    if !text.isEmpty, text.last != "\n" { text += "\n" }
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

  /// Decodes `&amp;` or `&#228;`; returns the ampersand if it begins no reference.
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
    guard name.hasPrefix("#") else { return named[name] }
    let digits = name.dropFirst()
    let code =
      digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }

  /// HTML 4: `latin` has the names of ISO 8859-1 in code order from 160; `others` are names
  /// followed by their character.
  private static let named: [String: String] = {
    var named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    for (offset, name) in latin.split(separator: " ").enumerated() {
      named[String(name)] = Unicode.Scalar(UInt32(160 + offset)).map { String(Character($0)) }
    }
    for pair in others.split(separator: " ") {
      named[String(pair.dropLast())] = String(pair.suffix(1))
    }
    return named
  }()

  private static let latin =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg "
    + "plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 "
    + "iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml "
    + "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave "
    + "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
    + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde "
    + "ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

  private static let others =
    "AlphaΑ BetaΒ GammaΓ DeltaΔ EpsilonΕ ZetaΖ EtaΗ ThetaΘ IotaΙ KappaΚ LambdaΛ MuΜ NuΝ XiΞ "
    + "OmicronΟ PiΠ RhoΡ SigmaΣ TauΤ UpsilonΥ PhiΦ ChiΧ PsiΨ OmegaΩ alphaα betaβ gammaγ deltaδ "
    + "epsilonε zetaζ etaη thetaθ iotaι kappaκ lambdaλ muμ nuν xiξ omicronο piπ rhoρ sigmafς "
    + "sigmaσ tauτ upsilonυ phiφ chiχ psiψ omegaω OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ "
    + "circˆ tilde˜ thetasymϑ upsihϒ pivϖ ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” "
    + "bdquo„ dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› euro€ imageℑ "
    + "weierp℘ realℜ trade™ larr← uarr↑ rarr→ darr↓ harr↔ lArr⇐ rArr⇒ hArr⇔ forall∀ part∂ "
    + "exist∃ empty∅ nabla∇ isin∈ notin∉ ni∋ prod∏ sum∑ minus− lowast∗ radic√ prop∝ infin∞ ang∠ "
    + "and∧ or∨ cap∩ cup∪ int∫ there4∴ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ sube⊆ "
    + "supe⊇ oplus⊕ otimes⊗ perp⊥ sdot⋅ loz◊"
}

struct HTMLTag {
  /// The name in lower case; empty for a comment or a processing instruction.
  let name: String
  let isEnd: Bool
  private let attributes: Substring

  init?(_ rest: inout Substring) {
    // A comment, or a processing instruction such as <?xml version="1.0"?>.
    if let ignored = [("<!--", "-->"), ("<?", ">")].first(where: { rest.hasPrefix($0.0) }) {
      let inner = rest.dropFirst(ignored.0.count)
      rest = inner.firstRange(of: ignored.1).map { inner[$0.upperBound...] } ?? ""
      (name, isEnd, attributes) = ("", false, "")
      return
    }
    var inner = rest.dropFirst()
    isEnd = inner.first == "/"
    if isEnd { inner.removeFirst() }
    let tagName = inner.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
    guard let first = tagName.first, first.isLetter || first == "!" else { return nil }
    inner = inner.dropFirst(tagName.count)
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
    name = tagName.lowercased()
    attributes = beginning[..<inner.startIndex]
    rest = inner
  }

  func number(_ attribute: String) -> Int? {
    let lower = attributes.lowercased()
    guard let range = lower.firstRange(of: attribute) else { return nil }
    let value = lower[range.upperBound...].drop { $0.isWhitespace }
    guard value.first == "=" else { return nil }
    return Int(
      value.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }.prefix { $0.isNumber })
  }
}

extension String {
  mutating func add(_ piece: String) {
    if piece == " ", last?.isWhitespace != false { return }
    self += piece
  }

  var raised: String {
    written(in: Self.exponents) ?? (count > 1 ? "^(\(self))" : isEmpty ? "" : "^" + self)
  }

  var lowered: String { written(in: Self.indices) ?? (isEmpty ? "" : "_" + self) }

  private func written(in characters: [Character: Character]) -> String? {
    let written = compactMap { characters[$0] }
    return written.isEmpty || written.count < count ? nil : String(written)
  }

  private static let exponents = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"))
  private static let indices = Dictionary(
    uniqueKeysWithValues: zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"))
}
