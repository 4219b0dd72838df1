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
  /// The indices in `Molecule.bonds` of the bonds that cross the group's border.
  public var crossingBonds: [Int] { numbers(of: "XBONDS").map { $0 - 1 } }

  /// The numbers of a list "(3 1 2 4)" without the count. Several lists of one keyword are joined.
  func numbers(of key: String) -> [Int] {
    attributes.filter { $0.key == key }.flatMap { NumberList($0.value).numbers }
  }
}
