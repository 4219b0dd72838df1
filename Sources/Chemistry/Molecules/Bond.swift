/// A bond between two atoms of a molecule.
public struct Bond: Hashable, Sendable {
  /// The order of a bond; the last four stand for several in a query.
  public enum Order: Hashable, Sendable, CaseIterable {
    /// A bond that takes no valence of its atoms: dative, coordinating, or of zero order.
    case zero
    /// One to four pairs of electrons.
    case single, double, triple, quadruple
    /// One and a half: a bond of an aromatic ring whose double bonds aren't drawn.
    case aromatic
    /// A hydrogen bond, which takes no valence of its atoms.
    case hydrogen
    /// A bond of a query, which fits any of the orders in its name.
    case singleOrDouble, singleOrAromatic, doubleOrAromatic, any
  }

  /// The configuration that the drawing of a bond shows.
  public enum Stereo: Hashable, Sendable {
    /// Drawn as a plain line, which says nothing.
    case plain
    /// A wedge towards the reader, its thin end at `from`.
    case up
    /// A wedge away from the reader, its thin end at `from`.
    case down
    /// Drawn wavy or crossed: the configuration isn't known.
    case either
  }

  /// The index of an atom in `Molecule.atoms`, and the thin end of a wedge.
  public var from: Int
  /// The index of the other atom.
  public var to: Int
  /// The number of electron pairs, or a query's choice.
  public var order: Order
  /// The wedge or wave that the bond is drawn with.
  public var stereo: Stereo
  /// Fields of one format that have no meaning here, kept for writing that format.
  public var extras: [Extra] = []

  /// `Bond(from: 0, to: 1, .double)`
  public init(from: Int, to: Int, _ order: Order = .single, stereo: Stereo = .plain) {
    self.from = from
    self.to = to
    self.order = order
    self.stereo = stereo
  }

  /// The atom at the other end.
  public func other(than atom: Int) -> Int { atom == from ? to : from }
}

extension Bond.Order {
  /// The valence that the bond takes of each of its atoms; an aromatic bond's is counted by `Kekule`.
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
