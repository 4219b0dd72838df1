/// Writes molecules as SketchEl files in the format's first version, `SketchEl!`.
struct SketchElWriter {
  func text(of molecule: Molecule) -> String {
    let molecule = molecule.withWritableAbbreviations
    let sums = molecule.bondSums
    var text = "SketchEl!(\(molecule.atoms.count),\(molecule.bonds.count))\n"
    for (atom, sum) in zip(molecule.atoms, sums) { text += line(atom, bondSum: sum) }
    for bond in molecule.bonds { text += line(bond) }
    return text + "!End\n"
  }

  private func line(_ atom: Atom, bondSum: Int) -> String {
    let position = atom.position
    let isComputed =
      !atom.hasFixedHydrogens
      && SketchElValence.hydrogens(of: atom, bondSum: bondSum) == atom.hydrogens
    var fields = [
      Characters.fixed(position.x, 4),
      "\(Characters.fixed(position.y, 4));\(atom.charge)", "\(atom.unpairedElectrons)",
      (isComputed ? "i" : "e") + "\(atom.hydrogens)",
    ]
    if position.z != 0 { fields.append("z" + Characters.fixed(position.z, 4)) }
    if let isotope = atom.isotope { fields.append("m\(isotope)") }
    if atom.map != 0 { fields.append("n\(atom.map)") }
    fields += more(atom).map { SketchElText.escaped($0) }
    return SketchElText.escaped(atom.label) + "=" + fields.joined(separator: ",") + "\n"
  }

  private func more(_ atom: Atom) -> [String] {
    let structure = atom.abbreviation.map { ["a" + SketchElWriter().text(of: $0.molecule)] } ?? []
    return structure + atom.extras.filter { $0.origin == .sketchEl }.map { $0.value }
  }

  private func line(_ bond: Bond) -> String {
    let stereo = Bond.Stereo.sketchElTypes.firstIndex(of: bond.stereo) ?? 0
    let extras = bond.extras.filter { $0.origin == .sketchEl }.map {
      SketchElText.escaped($0.value)
    }
    // The format has no aromatic bonds. They were converted to a Kekulé structure where possible.
    let fields = ["\(bond.order.valence)", "\(stereo)"] + extras
    return "\(bond.from + 1)-\(bond.to + 1)=" + fields.joined(separator: ",") + "\n"
  }
}

extension Molecule {
  /// The molecule with aromatic bonds as a Kekulé structure. If a label has several bonds, or not
  /// exactly one attachment point, all abbreviations are expanded.
  fileprivate var withWritableAbbreviations: Molecule {
    let molecule = kekulized
    let lists = molecule.bondsOfAtoms
    var isPlain = true
    for (index, atom) in molecule.atoms.enumerated() where atom.abbreviation != nil {
      let stars = atom.abbreviation?.molecule.atoms.count { $0.symbol == "*" } ?? 0
      if lists[index].count > 1 || stars != 1 { isPlain = false }
    }
    return isPlain ? molecule : molecule.expanded
  }
}
