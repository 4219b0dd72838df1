import Core

/// An S-group (substance group) of a connection table: some atoms of a molecule that form a
/// superatom or a polymer unit, or to which data are attached.
public struct SubstanceGroup: Hashable, Sendable {
  /// The type of the group by its three-letter code, for example SUP (superatom), SRU (polymer
  /// unit), MUL (multiple group), DAT (data) or GEN (generic).
  public var kind: String
  /// The number that the author gave the group; 0 if there is none.
  public var number: Int
  /// The attributes of the group, under the keywords of V3000, even if the file is V2000. Atoms and
  /// bonds are numbered from 1.
  public var attributes: [Extra]

  /// Creates a group of a type, by default without a number and attributes.
  ///
  /// `SubstanceGroup(kind: "SUP", number: 1,
  /// attributes: [Extra(.connectionTable, "LABEL", "Boc")])`
  public init(kind: String, number: Int = 0, attributes: [Extra] = []) {
    self.kind = kind
    self.number = number
    self.attributes = attributes
  }

  /// The text beside the bracket of a polymer unit, or the abbreviation of a superatom.
  var label: String? { attributes.value("LABEL") }
  var fieldName: String? { attributes.value("FIELDNAME") }

  var fieldData: String? {
    let lines = attributes.filter { $0.key == "FIELDDATA" }.map { $0.value }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The group's atoms by their indices in `Molecule.atoms`; in a damaged file, out of its range.
  public var atoms: [Int] { numbers(of: "ATOMS").map { $0 - 1 } }

  /// The numbers of a list "(3 1 2 4)" without the count. Several lists of one keyword are joined.
  func numbers(of key: String) -> [Int] {
    attributes.filter { $0.key == key }.flatMap { NumberList($0.value).numbers }
  }
}

extension SubstanceGroup {
  /// A straight line that represents one bracket of a group, such as a polymer unit.
  public struct Bracket: Hashable, Sendable {
    /// The position of the first end of the line.
    public var from: Position
    /// The position of the second end of the line.
    public var to: Position
  }

  /// Whether the group is drawn in brackets: all but superatoms and data groups.
  public var isBracketed: Bool { kind != "SUP" && kind != "DAT" }

  /// The brackets with the coordinates from the file; empty if the file has none.
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

  /// Whether the group's brackets are round. If false, they are square.
  public var isRound: Bool { attributes.value("BRKTYP") == "PAREN" }

  /// The text at the lower end of the rightmost bracket, such as "n", "3" or "ran". For a data
  /// group, its text in one line. Empty if there is none, and for Marvin's data fields, which
  /// aren't for display.
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

  /// The connection of a polymer's units, drawn at the upper end of the rightmost bracket:
  /// "ht" (head to tail), "hh" (head to head), "eu" (either or unknown), or empty.
  public var connection: String { attributes.value("CONNECT")?.lowercased() ?? "" }

  private static let defaultLabels = [
    "MON": "mon", "MER": "mer", "CRO": "xl", "MOD": "mod", "GRA": "grf", "MIX": "mix", "FOR": "f",
    "ANY": "any",
  ]

  /// Returns the position at which the text of a data group is drawn; `nil` if the file specifies
  /// none or (0, 0), and for other groups. Relative coordinates begin at the group's first atom.
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
