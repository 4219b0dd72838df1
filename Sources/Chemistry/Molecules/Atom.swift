/// An atom of a molecule, or a placeholder for one: R1, "*", a list of elements, an abbreviation.
public struct Atom: Hashable, Sendable {
  /// An element's symbol, or a label: "C", "R1", "*", "[N,O]", "NOT[C]", "Boc".
  public var symbol: String
  /// The place of the atom in the drawing.
  public var position: Position
  /// In elementary charges.
  public var charge = 0
  /// Electrons that are in no bond and no lone pair. Two that are paired are counted too; then `isSinglet` is set.
  public var unpairedElectrons = 0
  /// The two electrons of `unpairedElectrons` are paired, as in singlet methylene.
  public var isSinglet = false
  /// Hydrogen atoms that aren't drawn, by the rule of the format that the atom was read from.
  public var hydrogens = 0
  /// The file states the number of hydrogens, and no rule computed them.
  public var hasFixedHydrogens = false
  /// A mass number; nil for the natural mixture.
  public var isotope: Int?
  /// The number that pairs the atoms of a reaction's two sides; 0 for none.
  public var map = 0
  /// The structure that the label stands for.
  public var abbreviation: Abbreviation?
  /// Fields of one format that have no meaning here, kept for writing that format.
  public var extras: [Extra] = []

  /// `Atom("N", at: Position(x: 0, y: 1.5))`
  public init(_ symbol: String, at position: Position = Position()) {
    self.symbol = symbol
    self.position = position
  }

  /// `Atom(label: "D")` is a hydrogen atom of mass 2, and "T" one of mass 3; other labels are symbols.
  init(label: String, at position: Position = Position()) {
    self.init(label == "D" || label == "T" ? "H" : label, at: position)
    if label == "D" { isotope = 2 }
    if label == "T" { isotope = 3 }
  }

  /// Nil for a placeholder, and for a monomer of a macromolecule, whose symbol is the name of a template: the P of a DNA is a phosphate.
  /// Nil, too, where the author's label says something else: "CF3" at a carbon atom.
  public var element: Element? {
    guard abbreviation == nil, !isTemplate, let element = Element(symbol: symbol),
      alias.map({ Atom.names($0, element) }) ?? true
    else { return nil }
    return element
  }

  /// The label that the author gave the atom in place of its symbol, without its faces; nil for
  /// none.
  public var alias: String? {
    guard !extras.isEmpty, let label = extras.value("ALIAS") else { return nil }
    // "\S" raises, "\s" lowers, "\n" ends that.
    let plain = ["\\S", "\\s", "\\n"].reduce(label) { $0.replacing($1, with: "") }.trimmed
    return plain.isEmpty ? nil : plain
  }

  /// The value that the author gave the atom, "pKa 4.6"; nil for none.
  public var value: String? {
    guard !extras.isEmpty, let value = extras.value("VALUE")?.trimmed else { return nil }
    return value.isEmpty ? nil : value
  }

  /// The text at the atom in a drawing: the author's label, or the symbol without SketchEl's
  /// mark-up.
  public var text: String { alias ?? SketchElLabel.plain(symbol) }

  /// The alias where it stands for something else than the symbol, for formats that have it as a
  /// symbol; nil where it would be taken for an element, an R group or a list there.
  var labelOfAuthor: String? {
    guard element == nil, groupNumbers == nil, !symbol.hasSuffix("]"), let alias else { return nil }
    let atom = Atom(label: alias)
    return atom.element == nil && atom.groupNumbers == nil && !alias.hasSuffix("]") ? alias : nil
  }

  /// Tells whether a label is the element with a number, hydrogens, a charge or a sign: "N1",
  /// "NH2", "O'", "Cα".
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

  /// V3000's attribute of a monomer: AA, BASE, SUGAR and so on.
  static let templateKey = "CLASS"

  private var isTemplate: Bool {
    !extras.isEmpty && extras.value(Atom.templateKey) != nil
  }

  /// The symbol for a format without templates, in which a monomer isn't to be taken for an element: "P (phosphate)".
  var label: String {
    if let labelOfAuthor { return labelOfAuthor }
    guard isTemplate, Atom(label: symbol).element != nil else { return symbol }
    return "\(symbol) (\(extras.value(Atom.templateKey)?.lowercased() ?? ""))"
  }

  /// True for an atom with the symbol of hydrogen, whatever its isotope.
  public var isHydrogen: Bool { symbol == "H" }

  /// The numbers of an R group's label, "R1" or "R1,2"; nil for any other symbol.
  var groupNumbers: [Int]? {
    guard symbol.hasPrefix("R"), symbol.utf8.count > 1 else { return nil }
    let parts = symbol.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 && $0 < 1000 }
      ? numbers : nil
  }
}
