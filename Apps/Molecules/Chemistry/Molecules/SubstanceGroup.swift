/// An S-group of a connection table: a superatom, a polymer unit, or data about some atoms.
public struct SubstanceGroup: Hashable, Sendable {
  /// The group type, as three letters: SUP, SRU, MUL, DAT, GEN and others.
  public var kind: String
  /// The number that the author gave the group; 0 for none.
  public var number: Int
  /// The attributes under V3000's keywords, also for V2000. Atoms and bonds are numbered from 1.
  public var attributes: [Extra]

  /// `SubstanceGroup(kind: "SUP", number: 1,
  /// attributes: [Extra(.connectionTable, "LABEL", "Boc")])`
  public init(kind: String, number: Int = 0, attributes: [Extra] = []) {
    self.kind = kind
    self.number = number
    self.attributes = attributes
  }

  /// The text beside the bracket, or in place of the atoms.
  public var label: String? { attributes.value("LABEL") }
  /// The field name of a data group; `nil` for other groups.
  public var fieldName: String? { attributes.value("FIELDNAME") }

  /// The text of a data group, with "\n" between lines; `nil` without text.
  public var fieldData: String? {
    let lines = attributes.filter { $0.key == "FIELDDATA" }.map { $0.value }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The indices of the group's atoms in `Molecule.atoms`.
  public var atoms: [Int] { numbers(of: "ATOMS").map { $0 - 1 } }

  /// The numbers of a list "(3 1 2 4)" without the count. Several lists of one keyword are joined.
  func numbers(of key: String) -> [Int] {
    attributes.filter { $0.key == key }.flatMap { NumberList($0.value).numbers }
  }
}

extension SubstanceGroup {
  /// A bracket line across a group's border, from one end to the other.
  public struct Bracket: Hashable, Sendable {
    /// The first end of the line.
    public var from: Position
    /// The second end of the line.
    public var to: Position

    /// `Bracket(from: Position(x: 0, y: 1), to: Position(x: 0, y: -1))`
    public init(from: Position, to: Position) {
      self.from = from
      self.to = to
    }
  }

  /// Whether the group is drawn in brackets, as polymer units, mixtures and multiples are.
  /// Superatoms and data groups aren't.
  public var isBracketed: Bool { kind != "SUP" && kind != "DAT" }

  /// The brackets as their author drew them; empty if the file has no coordinates for them.
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

  /// Whether the brackets are round.
  public var isRound: Bool { attributes.value("BRKTYP") == "PAREN" }

  /// The text at the last bracket's lower end, or a data group's text: "n", "3", "ran", or "".
  public var caption: String {
    switch kind {
    // Marvin's data fields are for programs, not for display.
    case "DAT" where fieldName?.hasPrefix("MRV_") == true: return ""
    case "DAT": return fieldData?.split(separator: "\n").joined(separator: " ").trimmed ?? ""
    case "MUL": return attributes.value("MULT") ?? label ?? ""
    case "SRU": return label ?? "n"
    case "COM": return "c" + (attributes.value("COMPNO").map { $0.trimmed } ?? "")
    case "COP": return label ?? attributes.value("SUBTYPE")?.lowercased() ?? "co"
    default: return label ?? SubstanceGroup.defaultLabels[kind] ?? ""
    }
  }

  /// The text at the upper end of the last bracket that says how a polymer's units are connected:
  /// "ht", "hh", "eu"; empty without one.
  public var connection: String { attributes.value("CONNECT")?.lowercased() ?? "" }

  private static let defaultLabels = [
    "MON": "mon", "MER": "mer", "CRO": "xl", "MOD": "mod", "GRA": "grf", "MIX": "mix", "FOR": "f",
    "ANY": "any",
  ]

  /// The position of a data group's text; `nil` if the file leaves it to the program.
  ///
  /// - Parameter first: The position of the group's first atom, the origin of relative coordinates.
  public func dataPosition(from first: Position) -> Position? {
    guard kind == "DAT", let text = attributes.value("FIELDDISP") else { return nil }
    let columns = TextLine(bytes: Array(text.utf8)[...], number: 0)
    guard let x = Characters.real(columns.field(0, 10)),
      let y = Characters.real(columns.field(10, 20)), x != 0 || y != 0
    else { return nil }
    let position = Position(x: x, y: y)
    return columns.field(25, 26) == "R" ? position + first : position
  }
}
