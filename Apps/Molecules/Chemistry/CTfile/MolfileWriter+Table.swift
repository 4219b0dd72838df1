extension MolfileWriter {
  mutating func table(_ molecule: Molecule) -> String {
    noteWhatTableLacks(molecule)
    let atoms = molecule.atoms.prefix(999)
    let bonds = molecule.bonds.prefix(999).filter { max($0.from, $0.to) < 999 }
    let sums = molecule.bondSums
    var text =
      Characters.right(atoms.count, 3) + Characters.right(bonds.count, 3)
      + "  0  0" + (molecule.isChiral ? "  1" : "  0") + "  0  0  0  0  0999 V2000\n"
    for (index, atom) in atoms.enumerated() { text += atomLine(atom, bondSum: sums[index]) }
    for bond in bonds { text += bondLine(bond) }
    text += atomTexts(atoms)
    text += atomProperties(atoms)
    let orders = bonds.enumerated().compactMap { index, bond -> (Int, Int)? in
      bond.order == .zero ? (index + 1, 0) : bond.order == .quadruple ? (index + 1, 4) : nil
    }
    text += MolfileWriter.pairLines("ZBO", orders)
    text += groupLines(molecule.groups)
    for extra in molecule.extras where extra.origin == .connectionTable && extra.key == "V2000" {
      text += Characters.oneLine(extra.value) + "\n"
    }
    return text + "M  END\n"
  }

  private mutating func noteWhatTableLacks(_ molecule: Molecule) {
    guard !MolfileWriter.fitsTable(molecule) else { return }
    problemList.note(
      FormatError(
        .whole, "V2000 can't say everything about “\(molecule.name)”.",
        advice: "Write it as V3000, which has no limit of 999 and has labels of any length."))
  }

  private func atomLine(_ atom: Atom, bondSum: Int) -> String {
    func number(_ key: String) -> Int { Characters.integer(atom.extras.value(key) ?? "") ?? 0 }
    let position = [atom.position.x, atom.position.y, atom.position.z]
      .map { Characters.right(Characters.fixed(min(99_999, max(-9_999, $0)), 4), 10) }.joined()
    let symbol =
      atom.groupNumbers != nil
      ? "R#" : MolfileWriter.listSymbols(atom.symbol) != nil ? "L" : atom.symbol
    let charge =
      atom.charge != 0 && abs(atom.charge) < 4
      ? 4 - atom.charge : atom.charge == 0 && atom.unpairedElectrons == 1 ? 4 : 0
    let valence = MolfileWriter.statedValence(of: atom, bondSum: bondSum)
    let hydrogens = number("HCOUNT")
    let fields = [
      charge, number("CFG"), hydrogens < 0 ? 1 : hydrogens > 0 ? hydrogens + 1 : 0, number("STBOX"),
      valence.map { $0 == 0 || $0 > 14 ? 15 : $0 } ?? 0, 0, 0, 0, min(999, atom.map),
      number("INVRET"), number("EXACHG"),
    ]
    return position + " " + Characters.left(String(symbol.prefix(3)), 3) + " 0"
      + fields.map { Characters.right(max(0, min(999, $0)), 3) }.joined() + "\n"
  }

  private func bondLine(_ bond: Bond) -> String {
    func number(_ key: String) -> Int { Characters.integer(bond.extras.value(key) ?? "") ?? 0 }
    let stereo =
      switch bond.stereo {
      case .plain: 0
      case .up: 1
      case .down: 6
      case .either: bond.order == .double ? 3 : 4
      }
    let type = bond.order == .zero ? 1 : bond.order.connectionTable
    return [bond.from + 1, bond.to + 1, type, stereo, 0, number("TOPO"), number("RXCTR")]
      .map { Characters.right(max(-99, min(999, $0)), 3) }.joined() + "\n"
  }

  private func atomTexts(_ atoms: ArraySlice<Atom>) -> String {
    atoms.enumerated().map { index, atom in
      atom.extras.map { extra in
        switch (extra.origin, extra.key) {
        case (.connectionTable, "ALIAS"):
          "A  \(Characters.right(index + 1, 3))\n\(Characters.oneLine(extra.value))\n"
        case (.connectionTable, "VALUE"):
          "V  \(Characters.right(index + 1, 3)) \(Characters.oneLine(extra.value))\n"
        default: ""
        }
      }.joined()
    }.joined()
  }

  private func atomProperties(_ atoms: ArraySlice<Atom>) -> String {
    func pairs(_ value: (Atom) -> Int?) -> [(Int, Int)] {
      atoms.enumerated().compactMap { index, atom in value(atom).map { (index + 1, $0) } }
    }
    func extras(_ key: String) -> [(Int, Int)] {
      pairs { $0.extras.value(key).flatMap { Characters.integer($0) } }
    }
    var text = MolfileWriter.pairLines("CHG", pairs { $0.charge == 0 ? nil : $0.charge })
    text += MolfileWriter.pairLines(
      "RAD",
      pairs { atom in
        atom.unpairedElectrons <= 0
          ? nil : atom.isSinglet ? 1 : atom.unpairedElectrons == 1 ? 2 : 3
      })
    text += MolfileWriter.pairLines("ISO", pairs { $0.isotope })
    let groups = atoms.enumerated().flatMap { index, atom in
      (atom.groupNumbers ?? []).map { (index + 1, $0) }
    }
    text += MolfileWriter.pairLines("RGP", groups)
    for (index, atom) in atoms.enumerated() {
      guard let list = MolfileWriter.listSymbols(atom.symbol) else { continue }
      text +=
        "M  ALS " + Characters.right(index + 1, 3) + Characters.right(list.symbols.count, 3)
        + (list.isExclusive ? " T " : " F ")
        + list.symbols.map { Characters.left($0, 4) }.joined() + "\n"
    }
    for (letters, key) in [
      ("SUB", "SUBST"), ("UNS", "UNSAT"), ("RBC", "RBCNT"), ("APO", "ATTCHPT"),
    ] { text += MolfileWriter.pairLines(letters, extras(key)) }
    return text
  }

  /// Formats pairs, eight per line: "M  CHG  2   1   1   4  -1".
  static func pairLines(_ key: String, _ pairs: [(Int, Int)]) -> String {
    stride(from: 0, to: pairs.count, by: 8).map { start in
      let part = pairs[start..<min(start + 8, pairs.count)]
      return "M  \(key)\(Characters.right(part.count, 3))"
        + part.map { " " + Characters.right($0, 3) + " " + Characters.right($1, 3) }.joined()
        + "\n"
    }.joined()
  }
}
