/// A bond between two atoms of a molecule.
public struct Bond: Hashable, Sendable {
  /// The order of a bond. The last four cases are query bonds, which match several orders.
  public enum Order: Hashable, Sendable, CaseIterable {
    /// A bond that doesn't count for the valence of its atoms: dative, coordinate, or zero order.
    case zero
    /// One to four electron pairs.
    case single, double, triple, quadruple
    /// A bond of order 1.5, in an aromatic ring drawn without double bonds.
    case aromatic
    /// A hydrogen bond, which doesn't count towards the valence of its atoms.
    case hydrogen
    /// A query bond, which matches any of the orders in its name.
    case singleOrDouble, singleOrAromatic, doubleOrAromatic, any
  }

  /// The stereochemistry that the drawing of a bond shows.
  public enum Stereo: Hashable, Sendable {
    /// A plain line, which says nothing about stereochemistry.
    case plain
    /// A wedge towards the viewer, with its thin end at `from`.
    case up
    /// A wedge away from the viewer, with its thin end at `from`.
    case down
    /// A wavy or crossed bond: the configuration is unknown.
    case either
  }

  /// The index in `Molecule.atoms` of the first atom, at the thin end of a wedge.
  public var from: Int
  /// The index in `Molecule.atoms` of the second atom.
  public var to: Int
  /// The number of electron pairs, or the orders that a query matches.
  public var order: Order
  /// The stereochemistry that the bond is drawn with.
  public var stereo: Stereo
  /// Uninterpreted data of one format, stored for writing the same format.
  public var extras: [Extra] = []

  /// `Bond(from: 0, to: 1, .double)`
  public init(from: Int, to: Int, _ order: Order = .single, stereo: Stereo = .plain) {
    self.from = from
    self.to = to
    self.order = order
    self.stereo = stereo
  }

  /// Returns the index of the atom at the other end.
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
