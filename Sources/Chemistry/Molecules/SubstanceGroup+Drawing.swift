/// The signs of a group in a drawing.
extension SubstanceGroup {
  /// A line that stands across a group's border, from one end to the other.
  public struct Bracket: Hashable, Sendable {
    /// The end at which the line begins.
    public var from: Position
    /// The end at which the line ends.
    public var to: Position

    /// `Bracket(from: Position(x: 0, y: 1), to: Position(x: 0, y: -1))`
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// True for the units of polymers, mixtures and multiples, which stand in brackets; a superatom is drawn out, and data are words alone.
  public var isBracketed: Bool { kind != "SUP" && kind != "DAT" }

  /// The brackets as their author drew them; empty where the file gives no places.
  public var brackets: [Bracket] {
    attributes.filter { $0.key == "BRKXYZ" }.compactMap { attribute in
      let numbers = attribute.value.split { " ()".contains($0) }.dropFirst()
        .compactMap { Characters.real($0) }
      guard numbers.count >= 6 else { return nil }
      return Bracket(
        from: Position(x: numbers[0], y: numbers[1], z: numbers[2]),
        to: Position(x: numbers[3], y: numbers[4], z: numbers[5]))
    }
  }

  /// True for round brackets.
  public var isRound: Bool { attributes.value("BRKTYP") == "PAREN" }

  /// The word at the lower end of the last bracket, or that stands for data: "n", "3", "ran", "4.2". Empty where there is none.
  public var caption: String {
    switch kind {
    // Marvin's own are numbers for programs.
    case "DAT" where fieldName?.hasPrefix("MRV_") == true: return ""
    case "DAT": return fieldData?.split(separator: "\n").joined(separator: " ").trimmed ?? ""
    case "MUL": return attributes.value("MULT") ?? label ?? ""
    case "SRU": return label ?? "n"
    case "COM": return "c" + (attributes.value("COMPNO").map { $0.trimmed } ?? "")
    case "COP": return label ?? attributes.value("SUBTYPE")?.lowercased() ?? "co"
    default: return label ?? SubstanceGroup.words[kind] ?? ""
    }
  }

  /// The letters at the upper end of the last bracket that say how a polymer's units are joined: "ht", "hh", "eu". Empty where nothing is said.
  public var connection: String { attributes.value("CONNECT")?.lowercased() ?? "" }

  /// The usual letters of the kinds that have no label of their own.
  private static let words = [
    "MON": "mon", "MER": "mer", "CRO": "xl", "MOD": "mod", "GRA": "grf", "MIX": "mix", "FOR": "f",
    "ANY": "any",
  ]

  /// The place of a data group's words; nil where the file leaves it to the program.
  ///
  /// - Parameter first: The place of the group's first atom, from which relative places are counted.
  public func dataPlace(from first: Position) -> Position? {
    guard kind == "DAT", let text = attributes.value("FIELDDISP") else { return nil }
    let columns = TextLine(bytes: Array(text.utf8)[...], number: 0)
    guard let x = Characters.real(columns.field(0, 10)),
      let y = Characters.real(columns.field(10, 20)), x != 0 || y != 0
    else { return nil }
    let place = Position(x: x, y: y)
    return columns.field(25, 26) == "R" ? place + first : place
  }
}
