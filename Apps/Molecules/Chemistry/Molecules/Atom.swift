import Core
import Glibc

/// An atom of a molecule, or a placeholder: an R group such as R1, "*" for any atom, a list of
/// elements, or an abbreviation such as "Boc".
public struct Atom: Hashable, Sendable {
  /// The symbol of an element, or a placeholder's label: "C", "R1", "*", "[N,O]", "NOT[C]", "Boc".
  public var symbol: String
  /// The coordinates of the atom in the drawing.
  public var position: Position
  /// The formal charge of the atom in elementary charges.
  public var charge = 0
  /// The number of electrons that belong to no bond or lone pair, as in a radical. If `isSinglet`
  /// is true, the number is 2, although these two electrons are paired.
  public var unpairedElectrons = 0
  /// Whether the two electrons counted by `unpairedElectrons` are paired, as in singlet methylene.
  var isSinglet = false
  /// The number of hydrogen atoms that are bonded to the atom but not drawn. A reader takes it from
  /// the file, or computes it by a valence rule; an atom created by `init(_:at:)` has 0.
  public var hydrogens = 0
  /// Whether the file states `hydrogens`; otherwise a valence rule yields them.
  var hasFixedHydrogens = false
  /// The mass number of a specific isotope; `nil` for the natural mixture of isotopes.
  public var isotope: Int?
  /// The atom map number of the atom, 0 if it has none. In a reaction, a reactant's atom and a
  /// product's atom with equal numbers are the same atom.
  public var map = 0
  /// The structure that the label abbreviates; `nil` if there is none, or if it isn't known.
  var abbreviation: Abbreviation?
  /// Data of one file format, stored for writing that format.
  public var extras: [Extra] = []

  /// Creates an atom with a symbol or label, by default at the origin:
  /// `Atom("N", at: Position(x: 0, y: 1.5))`.
  public init(_ symbol: String, at position: Position = Position()) {
    self.symbol = symbol
    self.position = position
  }

  init(label: String, at position: Position = Position()) {
    self.init(label == "D" || label == "T" ? "H" : label, at: position)
    if label == "D" { isotope = 2 }
    if label == "T" { isotope = 3 }
  }

  /// The element of the atom; `nil` for a placeholder.
  ///
  /// It is also `nil` for a monomer of a macromolecule, whose symbol is a template's name: the P in
  /// DNA is a phosphate. It is also `nil` if the author's label contradicts the symbol, such as
  /// "CF3" on a carbon atom.
  public var element: Element? {
    guard abbreviation == nil, !isTemplate, let element = Element(symbol: symbol),
      alias.map({ Atom.names($0, element) }) ?? true
    else { return nil }
    return element
  }

  /// The label that the author chose to show instead of the symbol, without formatting codes.
  public var alias: String? {
    guard !extras.isEmpty, let label = extras.value("ALIAS") else { return nil }
    // "\S" begins superscript, "\s" subscript, and "\n" ends either.
    let plain = ["\\S", "\\s", "\\n"].reduce(label) { $0.replacing($1, with: "") }.trimmed
    return plain.isEmpty ? nil : plain
  }

  /// The value that the author attached to the atom, such as "pKa 4.6"; `nil` if there is none.
  public var value: String? {
    guard !extras.isEmpty, let value = extras.value("VALUE")?.trimmed else { return nil }
    return value.isEmpty ? nil : value
  }

  /// The text to draw at the atom: the author's label or, if there is none, the symbol without
  /// SketchEl's markup.
  public var text: String { alias ?? SketchElLabel.plain(symbol) }

  /// The alias, to be used as a symbol by formats without aliases, if it means something other than
  /// the symbol; `nil` if such a format would read it as an element, an R group or a list.
  var labelOfAuthor: String? {
    guard element == nil, groupNumbers == nil, !symbol.hasSuffix("]"), let alias else { return nil }
    let atom = Atom(label: alias)
    return atom.element == nil && atom.groupNumbers == nil && !alias.hasSuffix("]") ? alias : nil
  }

  /// Returns whether a label is the element with a number, hydrogens or a sign: "NH2", "O'", "Cα".
  private static func names(_ label: String, _ element: Element) -> Bool {
    var rest = label[...]
    // "HO", "H2N"
    if !rest.hasPrefix(element.symbol), rest.first == "H" {
      rest = rest.dropFirst().drop(while: \.isNumber)
    }
    guard rest.hasPrefix(element.symbol) else { return false }
    rest = rest.dropFirst(element.symbol.count)
    return (rest.first == "H" ? rest.dropFirst() : rest).allSatisfy {
      !$0.isLetter || !$0.isASCII
    }
  }

  /// V3000's attribute for a monomer's class: AA, BASE, SUGAR and others.
  static let templateKey = "CLASS"

  private var isTemplate: Bool {
    !extras.isEmpty && extras.value(Atom.templateKey) != nil
  }

  /// A monomer named like an element gets its class: "P (phosphate)".
  var label: String {
    if let labelOfAuthor { return labelOfAuthor }
    guard isTemplate, Atom(label: symbol).element != nil else { return symbol }
    return "\(symbol) (\(extras.value(Atom.templateKey)?.lowercased() ?? ""))"
  }

  /// The code of MDL and ChemDraw: 0 for no radical, 1 for a singlet, 2 for a doublet, 3 for a
  /// triplet.
  var radicalCode: Int {
    get { unpairedElectrons <= 0 ? 0 : isSinglet ? 1 : unpairedElectrons == 1 ? 2 : 3 }
    set {
      unpairedElectrons = newValue == 2 ? 1 : newValue == 1 || newValue == 3 ? 2 : 0
      isSinglet = newValue == 1
    }
  }

  /// Whether the atom is hydrogen with the symbol H, whatever its isotope.
  public var isHydrogen: Bool { symbol == "H" }

  /// The numbers in an R group's label, "R1" or "R1,2"; `nil` for any other symbol.
  var groupNumbers: [Int]? {
    guard symbol.hasPrefix("R"), symbol.utf8.count > 1 else { return nil }
    let parts = symbol.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 && $0 < 1000 }
      ? numbers : nil
  }
}

/// The coordinates of an atom in a drawing. The y axis points up. The unit depends on the file; in
/// SketchEl files a bond is about 1.5 long.
public struct Position: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance above the origin.
  public var y: Double
  /// The distance from the plane of the drawing towards the viewer; 0 in a flat drawing.
  public var z: Double

  /// Creates a position from its coordinates, by default the origin: `Position(x: 1.5, y: 0)`.
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The distance in the x-y plane.
  func distance(to other: Position) -> Double { hypot(x - other.x, y - other.y) }

  static func + (one: Position, other: Position) -> Position {
    Position(x: one.x + other.x, y: one.y + other.y, z: one.z + other.z)
  }

  static func - (one: Position, other: Position) -> Position {
    Position(x: one.x - other.x, y: one.y - other.y, z: one.z - other.z)
  }

  /// Rotates about the origin in the x-y plane, by radians.
  func turned(by angle: Double) -> Position {
    Position(x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle), z: z)
  }

  /// In radians, from the origin.
  var angle: Double { atan2(y, x) }
}

/// The structure that the label of an abbreviation such as "Boc" represents.
///
/// Its atoms with the symbol `*` are attachment points. They correspond to the bonds of the labeled
/// atom in the surrounding molecule, in the same order.
indirect enum Abbreviation: Hashable {
  case molecule(Molecule)

  var molecule: Molecule {
    switch self {
    case .molecule(let molecule): molecule
    }
  }

  static let depthLimit = 16
  /// The maximum number of bonds that one bond between two labels can expand to.
  static let jointLimit = 10_000
}
