import Chemistry

/// A point of a sketch, in bond lengths, with y pointing down and z towards the viewer: an atom,
/// the corner of a bracket, or the position of a caption.
struct SketchedAtom: Hashable, Sendable {
  var x: Double
  var y: Double
  var z: Double
  /// The text at the point; `nil` for a corner, and for carbon that isn't labeled.
  var label: AtomLabel?

  init(_ position: Coordinates, label: AtomLabel? = nil) {
    (x, y, z) = (position.x, position.y, position.z)
    self.label = label
  }
}

/// Coordinates in three dimensions.
typealias Coordinates = Chemistry.Position

struct SketchedBond: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case single, double, triple, quadruple
    /// A bond of unspecified order, or a bond that doesn't count towards the valence.
    case dotted
    case solidAndDotted
    case wedge, hash, wavy, crossed
    /// The long line of a bracket. Its companion is the end of a foot, on the side of the group.
    case spine(isRound: Bool)
    /// A short line at an end of a bracket.
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
  var point: Point
  var text: String
}

/// An atom's symbol with isotope, hydrogens and charge, in the ACS Style Guide's order.
struct AtomLabel: Hashable, Sendable {
  var symbol: String
  var isotope: Int?
  var hydrogens = 0
  var charge = 0
  var unpairedElectrons = 0
  /// Whether hydrogens come before the symbol of an atom without bonds: H₂O, HCl.
  var leads = false

  /// `anchor` is the index of the letter to put on the atom.
  func text(hydrogensFirst: Bool, _ script: Depiction.Script) -> (text: String, anchor: Int) {
    let hydrogen = hydrogens > 0 ? "H" + (hydrogens > 1 ? script.lowered(hydrogens) : "") : ""
    let mass = isotope.map { script.raised(String($0)) } ?? ""
    let dots = String(repeating: script == .braille ? "·" : ".", count: min(2, unpairedElectrons))
    let tail = dots + script.raised(chargeText)
    guard isElement else {
      // A group label is never reversed: “Boc” stays readable. If its bonds are on the right, its
      // last letter is placed on the atom.
      return (symbol + tail, hydrogensFirst ? max(0, symbol.count - 1) : 0)
    }
    if hydrogensFirst, hydrogens > 0 {
      return (hydrogen + mass + symbol + tail, hydrogen.count + mass.count)
    }
    return (mass + symbol + hydrogen + tail, mass.count)
  }

  /// The shortest form: an element's symbol or a label's first letter; empty for a caption.
  var brief: String { isElement ? symbol : isCaption ? "" : String(symbol.prefix(1)) }

  var isElement = true

  /// Whether this is text beside a bracket, not an atom. It is omitted if it doesn't fit.
  var isCaption = false

  private var chargeText: String {
    guard charge != 0 else { return "" }
    let sign = charge > 0 ? "+" : "-"
    return charge.magnitude == 1 ? sign : String(charge.magnitude) + sign
  }
}

extension Depiction.Script {
  private static let superscripts: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "+": "⁺", "-": "⁻",
  ]

  func raised(_ text: String) -> String {
    self == .ascii ? text : String(text.map { Depiction.Script.superscripts[$0] ?? $0 })
  }

  func lowered(_ number: Int) -> String {
    guard self == .braille else { return String(number) }
    return String(
      String(number).map { digit in
        let value = digit.wholeNumberValue.flatMap { Unicode.Scalar(0x2080 + UInt32($0)) }
        return value.map { Character($0) } ?? digit
      })
  }
}
