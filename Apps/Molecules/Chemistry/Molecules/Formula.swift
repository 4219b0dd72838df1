/// The molecular formula: the number of atoms of each element.
public struct Formula: Hashable, Sendable {
  /// The counts by symbol, including hydrogens that aren't drawn. Isotopes are counted together.
  public private(set) var elements: [String: Int] = [:]
  /// The counts of placeholders by label, without SketchEl's markup: R1, "*", or a label without a
  /// known structure. They have no mass.
  public private(set) var placeholders: [String: Int] = [:]

  /// `Formula(molecule)`, abbreviations expanded.
  public init(_ molecule: Molecule) {
    for atom in molecule.expanded.atoms {
      if atom.element != nil {
        elements[atom.symbol, default: 0] += 1
      } else {
        placeholders[atom.text, default: 0] += 1
      }
      if atom.hydrogens > 0 { elements["H", default: 0] += atom.hydrogens }
    }
  }

  /// Whether there are placeholders, so that formula and masses cover only the known part.
  public var isPartial: Bool { !placeholders.isEmpty }

  /// The formula in Hill order: carbon, hydrogen, others by alphabet; without carbon by alphabet.
  ///
  /// Placeholders follow, in brackets if they are longer than an R group: "C6H5R1",
  /// "C2H5[Polymer]". A list of elements has its own brackets.
  public var hill: String {
    let hasCarbon = elements["C"] != nil
    func rank(_ symbol: String) -> Int {
      guard hasCarbon else { return 2 }
      return symbol == "C" ? 0 : symbol == "H" ? 1 : 2
    }
    let symbols = elements.keys.sorted { (rank($0), $0) < (rank($1), $1) }
    let known = symbols.map { Formula.part($0, elements[$0] ?? 0) }
    let others = placeholders.sorted { $0.key < $1.key }.map { label, count in
      let isShort = label == "*" || (label.hasPrefix("R") && label.utf8.count <= 3)
      let isList = label.hasPrefix("[") || label.hasPrefix("NOT[")
      return Formula.part(isShort || isList ? label : "[\(label)]", count)
    }
    return (known + others).joined()
  }

  private static func part(_ symbol: String, _ count: Int) -> String {
    count == 1 ? symbol : symbol + String(count)
  }
}
