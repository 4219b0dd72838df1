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
  /// The items of the lists that are open, the innermost last: the number of the next one, or nil
  /// for a bullet.
  private var lists: [Int?] = []
  private var isPreformatted = false

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
      // A head without an end mustn't hide the body.
      if tag.isEnd ? tag.name == hidden : tag.name == "body" && hidden == "head" {
        self.hidden = nil
      }
      return
    }
    switch tag.name {
    case "head", "script", "style", "title": if !tag.isEnd { hidden = tag.name }
    case "table":
      if tag.isEnd { endTable() } else { beginTable() }
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
    // What holds no more must not be read as if it did.
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

  /// Adds a blank of a preformatted text as it is; a cell of a table has no room for it.
  private mutating func addRaw(_ blank: Character) {
    if script == nil, table == nil { text.append(blank) } else { add(" ") }
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

  /// The named characters of HTML 4: those of ISO 8859-1, whose names stand in the order of their
  /// codes from 160 on, and the others, each with its name.
  private static let named: [String: String] = {
    var named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    for (place, name) in latin.split(separator: " ").enumerated() {
      named[String(name)] = Unicode.Scalar(UInt32(160 + place)).map { String(Character($0)) }
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
