/// A bond between two atoms of a molecule.
public struct Bond: Hashable, Sendable {
  /// The order of a bond. `singleOrDouble`, `singleOrAromatic`, `doubleOrAromatic` and `any` are
  /// query bonds: in a substructure search, each matches several orders.
  public enum Order: Hashable, Sendable, CaseIterable {
    /// A dative, coordinate or zero-order bond. It doesn't count towards the valence of its atoms.
    case zero
    /// A bond of one, two, three or four electron pairs.
    case single, double, triple, quadruple
    /// A bond of order 1.5, in an aromatic ring that is drawn without separate double bonds.
    case aromatic
    /// A hydrogen bond. It doesn't count towards the valence of its atoms.
    case hydrogen
    /// A query bond, which in a substructure search matches each of the orders in its name.
    case singleOrDouble, singleOrAromatic, doubleOrAromatic, any
  }

  /// The style in which a bond is drawn: a wedge shows the stereochemistry at its first atom.
  public enum Stereo: Hashable, Sendable {
    /// The bond is drawn with plain lines.
    case plain
    /// The bond is a wedge that points towards the viewer. Its thin end is at the atom `from`.
    case up
    /// The bond is a wedge that points away from the viewer. Its thin end is at the atom `from`.
    case down
    /// The bond is wavy or crossed: its configuration is unknown.
    case either
  }

  /// The index in `Molecule.atoms` of the first atom. A wedge has its thin end at this atom.
  public var from: Int
  /// The index in `Molecule.atoms` of the second atom.
  public var to: Int
  /// The order of the bond or, for a query bond, the orders that it matches.
  public var order: Order
  /// The stereochemistry that the drawing of the bond shows.
  public var stereo: Stereo
  /// Data of one file format, stored for writing that format.
  public var extras: [Extra] = []

  /// Creates a bond between two atoms, given by their indices in `Molecule.atoms`. By default it is
  /// a single bond, drawn as a plain line: `Bond(from: 0, to: 1, .double)`.
  public init(from: Int, to: Int, _ order: Order = .single, stereo: Stereo = .plain) {
    self.from = from
    self.to = to
    self.order = order
    self.stereo = stereo
  }

  /// Returns the index of the atom at the other end of the bond than an atom, `from` or `to`.
  public func other(than atom: Int) -> Int { atom == from ? to : from }
}

extension Bond.Order {
  /// The valence that the bond takes of each atom. `Kekule` adds an aromatic bond's second half.
  var valence: Int {
    switch self {
    case .zero, .hydrogen: 0
    case .single, .aromatic, .singleOrDouble, .singleOrAromatic, .any: 1
    case .double, .doubleOrAromatic: 2
    case .triple: 3
    case .quadruple: 4
    }
  }
}
