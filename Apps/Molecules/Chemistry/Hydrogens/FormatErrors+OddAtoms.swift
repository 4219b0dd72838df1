extension FormatErrors {
  /// The nonmetals whose valence is checked. Metals can have any number of ligands.
  private static let counted: Set = [
    "H", "B", "C", "N", "O", "F", "Si", "P", "S", "Cl", "Se", "Br", "I",
  ]

  /// Notes atoms that are probably errors, but are read as they are. `bondSums` are the sums of the
  /// atoms' bond orders, `places` the atoms' locations in the file.
  mutating func noteOddAtoms(
    of molecule: Molecule, bondSums: [Int], at places: [FormatError.Place]
  ) {
    for (place, (atom, sum)) in zip(places, zip(molecule.atoms, bondSums)) {
      if let element = atom.element {
        note(element, sum, charge: atom.charge, at: place)
        noteNitrogen(atom, sum, at: place)
      } else if let meant = atom.misspelledElement {
        note(
          FormatError(
            place, "“\(atom.symbol)” is no element; “\(meant)” is.",
            advice:
              "It is kept as a label, which weighs nothing. Correct it if the element is meant."))
      }
    }
  }

  /// Notes uncharged nitrogen with four bonds, which programs interpret differently.
  private mutating func noteNitrogen(_ atom: Atom, _ sum: Int, at place: FormatError.Place) {
    guard atom.symbol == "N", atom.charge == 0, sum == 4, atom.unpairedElectrons == 0,
      !atom.hasFixedHydrogens
    else { return }
    let isLigand = atom.hydrogens == 0
    note(
      FormatError(
        place,
        isLigand
          ? "Nitrogen has four bonds, one to a metal: it is read as dative, without a hydrogen."
          : "Nitrogen has four bonds and no charge: by MDL’s valences it has a hydrogen, too.",
        advice: isLigand
          ? "By MDL’s valences it would have one. Give N the charge 1, or draw a dative bond."
          : "Other programs refuse it or give it none. Check its charge."))
  }

  private mutating func note(
    _ element: Element, _ sum: Int, charge: Int, at place: FormatError.Place
  ) {
    guard FormatErrors.counted.contains(element.symbol),
      let largest = MDLValence.valences(of: element, charge: charge).last, sum > largest
    else { return }
    let atom = element.symbol + (charge == 0 ? "" : charge > 0 ? "+\(charge)" : "\(charge)")
    note(
      FormatError(
        place, "The bonds of the atom count \(sum); \(atom) has at most \(largest).",
        advice: "It is kept as it is. Check its bonds and its charge."))
  }
}

extension Atom {
  /// The element, if a two-letter symbol matches one except for case: "Cl" for "CL"; otherwise
  /// `nil`.
  var misspelledElement: String? {
    guard abbreviation == nil, extras.value(Atom.templateKey) == nil, symbol.utf8.count == 2,
      let first = symbol.first, first.isLetter
    else { return nil }
    let meant = first.uppercased() + symbol.dropFirst().lowercased()
    return meant != symbol && Element(symbol: meant) != nil ? meant : nil
  }
}
