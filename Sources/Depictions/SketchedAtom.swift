/// A point of a sketch in bond lengths, y downwards, z towards the reader; with the letters that stand there.
struct SketchedAtom: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  /// Nil for a carbon atom whose bonds say enough.
  var label: AtomLabel?
}

/// A line of a sketch between two of its atoms.
struct SketchedBond: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case single, double, triple, quadruple
    /// A bond of no certain order, or one that takes no valence.
    case dotted
    /// A solid line, and a dotted one beside it.
    case solidAndDotted
    case wedge, hash, wavy, crossed
  }

  /// The thin end of a wedge.
  var from: Int
  var to: Int
  var kind: Kind
  /// The atoms on whose side the second line of a double bond stands; empty for two lines of equal right.
  var companions: [Int] = []
}

/// Words that stand at a place of a sketch, such as a plus between reactants; each line is centred there.
struct SketchedText: Hashable, Sendable {
  var place: Point
  var text: String
}
