/// A point of a sketch in bond lengths, y downwards, z towards the reader; with the letters that stand there.
///
/// An atom, or the corner of a bracket, or the place of its caption.
struct SketchedAtom: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  /// Nil for a corner, and for a carbon atom whose bonds say enough.
  var label: AtomLabel?
}

/// A line of a sketch between two of its points.
struct SketchedBond: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case single, double, triple, quadruple
    /// A bond of no certain order, or one that takes no valence.
    case dotted
    /// A solid line, and a dotted one beside it.
    case solidAndDotted
    case wedge, hash, wavy, crossed
    /// The long line of a bracket, whose companion is the end of a foot, on the side of what it encloses.
    case spine(isRound: Bool)
    /// A short line at a bracket's end.
    case foot
  }

  /// The thin end of a wedge.
  var from: Int
  var to: Int
  var kind: Kind
  /// The points on whose side the second line of a double bond stands; empty for two lines of equal right.
  var companions: [Int] = []
}

/// Words that stand at a place of a sketch, such as a plus between reactants; each line is centred there.
struct SketchedText: Hashable, Sendable {
  var place: Point
  var text: String
}
