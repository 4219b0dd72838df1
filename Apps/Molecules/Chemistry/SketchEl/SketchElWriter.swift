/// Writes molecules in SketchEl's first format, which all programs read, or in its second.
public struct SketchElWriter: Sendable {
  /// A version of the SketchEl format.
  public enum Version: Hashable, Sendable {
    /// The first format, which begins with `SketchEl!`.
    case first
    /// The second format, which begins with `Elements!`.
    case second
  }

  private let version: Version

  /// `SketchElWriter()`
  public init(_ version: Version = .first) { self.version = version }

  /// Writes a molecule, including the `!End` line with its line break.
  public func text(of molecule: Molecule) -> String {
    let molecule = molecule.withWritableAbbreviations
    let sums = molecule.bondSums
    let counts = "!(\(molecule.atoms.count),\(molecule.bonds.count))\n"
    var text = (version == .first ? "SketchEl" : "Elements") + counts
    for (index, atom) in molecule.atoms.enumerated() {
      text += version == .first ? line(atom, bondSum: sums[index]) : second(atom, sums[index])
    }
    for bond in molecule.bonds { text += line(bond) }
    return text + "!End\n"
  }

  private func line(_ atom: Atom, bondSum: Int) -> String {
    let position = atom.position
    let isComputed = SketchElWriter.isComputed(atom, bondSum)
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

  private func second(_ atom: Atom, _ bondSum: Int) -> String {
    let position = atom.position
    var fields = [Characters.fixed(position.x, 4), Characters.fixed(position.y, 4)]
    if position.z != 0 { fields.append("z" + Characters.fixed(position.z, 4)) }
    if atom.charge != 0 { fields.append("c\(atom.charge)") }
    if atom.unpairedElectrons != 0 { fields.append("u\(atom.unpairedElectrons)") }
    if !SketchElWriter.isComputed(atom, bondSum) { fields.append("h\(atom.hydrogens)") }
    if let isotope = atom.isotope { fields.append("i\(isotope)") }
    if atom.map != 0 { fields.append("m\(atom.map)") }
    var long = ""
    for field in more(atom) {
      if field.contains(where: \.isNewline) {
        let lines = field.split(omittingEmptySubsequences: false) { $0.isNewline }
        long += "." + lines.joined(separator: "\n:") + "\n"
      } else {
        fields.append(SketchElText.escapedSecond(field))
      }
    }
    return SketchElText.escapedSecond(atom.label) + "=" + fields.joined(separator: ",") + "\n"
      + long
  }

  private static func isComputed(_ atom: Atom, _ bondSum: Int) -> Bool {
    !atom.hasFixedHydrogens
      && SketchElValence.hydrogens(of: atom, bondSum: bondSum) == atom.hydrogens
  }

  private func more(_ atom: Atom) -> [String] {
    let structure = atom.abbreviation.map { ["a" + SketchElWriter().text(of: $0.molecule)] } ?? []
    return structure + atom.extras.filter { $0.origin == .sketchEl }.map { $0.value }
  }

  private func line(_ bond: Bond) -> String {
    // The format has no aromatic bonds. They were converted to a Kekulé structure where possible.
    let order =
      switch bond.order {
      case .zero, .hydrogen: 0
      case .single, .aromatic, .singleOrDouble, .singleOrAromatic, .any: 1
      case .double, .doubleOrAromatic: 2
      case .triple: 3
      case .quadruple: 4
      }
    let code =
      switch bond.stereo {
      case .plain: 0
      case .up: 1
      case .down: 2
      case .either: 3
      }
    let stereo = version == .first ? "\(code)" : code == 0 ? nil : ["i", "d", "u"][code - 1]
    let extras = bond.extras.filter { $0.origin == .sketchEl }.map {
      version == .first ? SketchElText.escaped($0.value) : SketchElText.escapedSecond($0.value)
    }
    let fields = ["\(order)"] + (stereo.map { [$0] } ?? []) + extras
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
