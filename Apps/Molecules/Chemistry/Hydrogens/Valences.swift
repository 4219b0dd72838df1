/// The valences in MDL's connection tables. An atom takes the smallest allowed valence that is at
/// least the sum of its bond orders; hydrogens fill the rest. A charge shifts a main-group element
/// by as many columns. Transition metals, noble gases and placeholders get no hydrogens.
enum MDLValence {
  /// Valences by main-group column, from 1: for the second row, the third and fourth, and below.
  private static let second = [[1], [2], [3], [4], [3, 5], [2], [1]]
  private static let third = [[1], [2], [3], [4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]
  private static let fifth = [[1], [2], [3], [2, 4], [3, 5], [2, 4, 6], [1, 3, 5, 7]]

  /// The atomic number of the noble gas before each row.
  private static let rows = [2, 10, 18, 36, 54]

  /// The allowed valences, ascending; empty for an element or charge without a rule.
  static func valences(of element: Element, charge: Int) -> [Int] {
    let number = element.number
    if number == 1 { return charge == 0 ? [1] : [] }
    if number == 81, charge == 0 { return [1, 3] }
    guard number > 2, number < 86 || number == 87 || number == 88, abs(charge) < 8 else {
      return []
    }
    if number > 86 { return charge == 0 ? [number - 86] : number == 88 && charge == 1 ? [1] : [] }
    let row = rows.lastIndex { $0 < number } ?? 0
    guard let column = column(of: number, in: row) else { return [] }
    if column < 3, charge < 0 { return [] }
    let shifted = column - charge
    guard shifted >= 1, shifted <= 7 else { return [] }
    // Below the third row, the column to the left of boron's belongs to transition metals.
    if row > 1, shifted == 2, column > 2 { return [] }
    return (row == 0 ? second : row < 3 ? third : fifth)[shifted - 1]
  }

  /// The main-group column, 1 to 7; `nil` for other elements.
  private static func column(of number: Int, in row: Int) -> Int? {
    let offset = number - rows[row]
    if offset <= 2 { return offset }
    let length = row < 2 ? 8 : row < 4 ? 18 : 32
    let column = offset - (length - 8)
    return column >= 3 && column <= 7 ? column : nil
  }

  static func hydrogens(of atom: Atom, bondSum: Int) -> Int {
    guard let element = atom.element else { return 0 }
    let sum = bondSum + atom.unpairedElectrons
    let valence = valences(of: element, charge: atom.charge).first { $0 >= sum }
    return valence.map { $0 - sum } ?? 0
  }
}

/// SketchEl's hydrogen rule: C 4, N 3, O 2, S 2, P 3, less the bond orders; others none.
enum SketchElValence {
  private static let base = ["C": 4, "N": 3, "O": 2, "S": 2, "P": 3]

  static func hydrogens(of atom: Atom, bondSum: Int) -> Int {
    guard atom.abbreviation == nil, let base = base[atom.symbol] else { return 0 }
    let charge = atom.symbol == "C" ? -abs(atom.charge) : atom.charge
    return max(0, base + charge - atom.unpairedElectrons - bondSum)
  }
}

extension FormatErrors {
  /// The nonmetals whose valence is checked. Metals can have any number of ligands.
  private static let counted: Set = [
    "H", "B", "C", "N", "O", "F", "Si", "P", "S", "Cl", "Se", "Br", "I",
  ]

  /// Notes atoms that are probably errors, but are read as they are.
  mutating func noteOddAtoms(
    of molecule: Molecule, bondSums: [Int], at locations: [FormatError.Location]
  ) {
    for (location, (atom, sum)) in zip(locations, zip(molecule.atoms, bondSums)) {
      if let element = atom.element {
        note(element, sum, charge: atom.charge, at: location)
        noteNitrogen(atom, sum, at: location)
      } else if let meant = atom.misspelledElement {
        note(
          location, "“\(atom.symbol)” isn't an element; “\(meant)” is.",
          advice: "It is kept as a label, which weighs nothing. Correct it if the element is meant."
        )
      }
    }
  }

  /// Notes uncharged nitrogen with four bonds, which programs interpret differently.
  private mutating func noteNitrogen(_ atom: Atom, _ sum: Int, at location: FormatError.Location) {
    guard atom.symbol == "N", atom.charge == 0, sum == 4, atom.unpairedElectrons == 0,
      !atom.hasFixedHydrogens
    else { return }
    let isLigand = atom.hydrogens == 0
    note(
      location,
      isLigand
        ? "Nitrogen has four bonds, one to a metal: it is read as dative, without a hydrogen."
        : "Nitrogen has four bonds and no charge: by MDL’s valences it has a hydrogen, too.",
      advice: isLigand
        ? "By MDL’s valences it would have one. Give N the charge 1, or draw a dative bond."
        : "Other programs refuse it or give it none. Check its charge.")
  }

  private mutating func note(
    _ element: Element, _ sum: Int, charge: Int, at location: FormatError.Location
  ) {
    guard FormatErrors.counted.contains(element.symbol),
      let largest = MDLValence.valences(of: element, charge: charge).last, sum > largest
    else { return }
    let atom = element.symbol + (charge == 0 ? "" : charge > 0 ? "+\(charge)" : "\(charge)")
    note(
      location, "The bonds of the atom count \(sum); \(atom) has at most \(largest).",
      advice: "It is kept as it is. Check its bonds and its charge.")
  }
}

extension Atom {
  /// "Cl" for "CL"; `nil` unless two letters match an element except for case.
  var misspelledElement: String? {
    guard abbreviation == nil, extras.value(Atom.templateKey) == nil, symbol.utf8.count == 2,
      let first = symbol.first, first.isLetter
    else { return nil }
    let meant = first.uppercased() + symbol.dropFirst().lowercased()
    return meant != symbol && Element(symbol: meant) != nil ? meant : nil
  }
}
