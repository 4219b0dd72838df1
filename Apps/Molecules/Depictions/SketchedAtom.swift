/// A point of a sketch, in bond lengths, with y pointing down and z towards the viewer: an atom,
/// the corner of a bracket, or the position of a caption.
struct SketchedAtom: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  /// The text at the point; `nil` for a corner, and for carbon that isn't labeled.
  var label: AtomLabel?
}

struct SketchedBond: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case single, double, triple, quadruple
    /// A bond of unspecified order, or one without valence.
    case dotted
    /// A solid line with a dotted one beside it.
    case solidAndDotted
    case wedge, hash, wavy, crossed
    /// The long line of a bracket. Its companion is the end of a foot, on the side of the group.
    case spine(isRound: Bool)
    /// A short line at the end of a bracket.
    case foot
  }

  /// The index of the first point, at the thin end of a wedge.
  var from: Int
  var to: Int
  var kind: Kind
  /// The points on the side of a double bond's second line; empty for a symmetric double bond.
  var companions: [Int] = []
}

/// A line of text centered at a point, such as the plus between reactants.
struct SketchedText: Hashable, Sendable {
  var place: Point
  var text: String
}
