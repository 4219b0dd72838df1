/// An S-group of a connection table: a superatom, a polymer's unit, data about some atoms.
public struct SubstanceGroup: Hashable, Sendable {
  /// Three letters: SUP, SRU, MUL, DAT, GEN and so on.
  public var kind: String
  /// The number that the author gave the group; 0 for none.
  public var number: Int
  /// V3000's attributes, for both versions, as V3000 writes them; atoms and bonds are numbered from 1.
  public var attributes: [Extra]

  /// `SubstanceGroup(kind: "SUP", number: 1, attributes: [Extra(.connectionTable, "LABEL", "Boc")])`
  public init(kind: String, number: Int = 0, attributes: [Extra] = []) {
    self.kind = kind
    self.number = number
    self.attributes = attributes
  }

  /// The text beside the bracket or in place of the atoms.
  public var label: String? { attributes.value("LABEL") }
  /// The name of a data group's field; nil for other groups.
  public var fieldName: String? { attributes.value("FIELDNAME") }

  /// The text of a data group, its lines joined.
  public var fieldData: String? {
    let lines = attributes.filter { $0.key == "FIELDDATA" }.map { $0.value }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Indices in `Molecule.atoms`.
  public var atoms: [Int] { numbers(of: "ATOMS").map { $0 - 1 } }
  /// Indices in `Molecule.bonds` of the bonds that cross the group's border.
  public var crossingBonds: [Int] { numbers(of: "XBONDS").map { $0 - 1 } }

  /// The numbers of a list "(3 1 2 4)" without the count; several lists of one keyword are one.
  func numbers(of key: String) -> [Int] {
    attributes.filter { $0.key == key }.flatMap { NumberList($0.value).numbers }
  }
}
