/// Atoms and bonds, with the coordinates of their drawing.
///
/// The two ends of every bond are different, valid indices of `atoms`.
public struct Molecule: Hashable, Sendable {
  /// The molecule's name: the first line of a molfile.
  public var name = ""
  /// The second line of a molfile: initials, program, date, dimension.
  public var origin = ""
  /// The third line of a molfile.
  public var comment = ""
  /// The atoms, in file order.
  public var atoms: [Atom] = []
  /// The bonds, in file order.
  public var bonds: [Bond] = []
  /// Whether the file states that the drawing shows a single enantiomer.
  public var isChiral = false
  /// The S-groups of a connection table, in file order.
  public var groups: [SubstanceGroup] = []
  /// Uninterpreted data of one format, stored for writing the same format.
  public var extras: [Extra] = []

  /// `Molecule(atoms: [Atom("C"), Atom("O")], bonds: [Bond(from: 0, to: 1)])`
  public init(atoms: [Atom] = [], bonds: [Bond] = []) {
    self.atoms = atoms
    self.bonds = bonds
  }

  /// Whether the structure is three-dimensional: any atom has a nonzero z coordinate.
  public var isSpatial: Bool { atoms.contains { $0.position.z != 0 } }

  /// The indices of each atom's bonds, in ascending order.
  public var bondsOfAtoms: [[Int]] {
    var lists = [[Int]](repeating: [], count: atoms.count)
    for (index, bond) in bonds.enumerated() {
      lists[bond.from].append(index)
      lists[bond.to].append(index)
    }
    return lists
  }

  /// The median length of the drawn bonds; `nil` if no bond has a length.
  public var medianBondLength: Double? {
    let lengths = bonds.map { atoms[$0.from].position.distance(to: atoms[$0.to].position) }
      .filter { $0 > 0 && $0.isFinite }.sorted()
    return lengths.isEmpty ? nil : lengths[lengths.count / 2]
  }
}
