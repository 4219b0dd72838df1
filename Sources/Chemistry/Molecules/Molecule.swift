/// Atoms and the bonds between them, with the drawing they were read from.
///
/// Every bond's ends are indices of `atoms`, and differ.
public struct Molecule: Hashable, Sendable {
  /// The name that the file gives the molecule: the first line of a molfile.
  public var name = ""
  /// The second line of a molfile: initials, program, date, dimension.
  public var origin = ""
  /// The third line of a molfile.
  public var comment = ""
  /// The atoms, in the file's order.
  public var atoms: [Atom] = []
  /// The bonds, in the file's order.
  public var bonds: [Bond] = []
  /// The file says that the drawing is of one enantiomer.
  public var isChiral = false
  /// The S-groups of a connection table, in the file's order.
  public var groups: [SubstanceGroup] = []
  /// Parts that one format has and this library doesn't interpret, kept for writing that format.
  public var extras: [Extra] = []

  /// `Molecule(atoms: [Atom("C"), Atom("O")], bonds: [Bond(from: 0, to: 1)])`
  public init(atoms: [Atom] = [], bonds: [Bond] = []) {
    self.atoms = atoms
    self.bonds = bonds
  }

  /// Depth is more than a wedge: some atom has a third coordinate.
  public var isSpatial: Bool { atoms.contains { $0.position.z != 0 } }

  /// The indices of each atom's bonds, in their order.
  public var bondsOfAtoms: [[Int]] {
    var lists = [[Int]](repeating: [], count: atoms.count)
    for (index, bond) in bonds.enumerated() {
      lists[bond.from].append(index)
      lists[bond.to].append(index)
    }
    return lists
  }

  /// The median length of the drawn bonds; nil where there are none of any length.
  public var medianBondLength: Double? {
    let lengths = bonds.map { atoms[$0.from].position.distance(to: atoms[$0.to].position) }
      .filter { $0 > 0 && $0.isFinite }.sorted()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }
}
