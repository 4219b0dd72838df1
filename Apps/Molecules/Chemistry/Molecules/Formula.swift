/// A molecular formula: the number of atoms of each element in a molecule.
public struct Formula: Hashable, Sendable {
  /// The number of atoms by element symbol, including hydrogen atoms that aren't drawn. The
  /// isotopes of an element are counted together.
  public private(set) var elements: [String: Int] = [:]
  /// The number of placeholders by label, such as R1, "*", a list of elements, or an abbreviation
  /// whose structure isn't known. Labels are without SketchEl's markup. Placeholders have no mass.
  public private(set) var placeholders: [String: Int] = [:]

  init(_ molecule: Molecule) {
    for atom in molecule.expanded.atoms {
      if atom.element != nil {
        elements[atom.symbol, default: 0] += 1
      } else {
        placeholders[atom.text, default: 0] += 1
      }
      if atom.hydrogens > 0 { elements["H", default: 0] += atom.hydrogens }
    }
  }

  /// Whether the molecule has placeholders. If true, formula and masses cover only the known atoms.
  public var isPartial: Bool { !placeholders.isEmpty }

  /// The formula as text in Hill order: carbon, hydrogen, then the other elements alphabetically.
  /// Without carbon, all elements are in alphabetical order.
  ///
  /// The labels of placeholders follow, in brackets unless they are "*" or an R group's: "C6H5R1",
  /// "C2H5[Polymer]". The label of a list of elements includes its own brackets.
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
