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
    for line in molecule.extras.values("V2000") { text += Characters.oneLine(line) + "\n" }
    return text + "M  END\n"
  }

  private mutating func noteWhatTableLacks(_ molecule: Molecule) {
    guard !MolfileWriter.fitsTable(molecule) else { return }
    problemList.note(
      .whole, "V2000 can't hold everything of “\(molecule.name)”.",
      advice: "Write it as V3000, which has no limit of 999 and has labels of any length.")
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
    text += MolfileWriter.pairLines("RAD", pairs { $0.radicalCode == 0 ? nil : $0.radicalCode })
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
    for (name, key) in ConnectionTable.atomKeys {
      text += MolfileWriter.pairLines(name, extras(key))
    }
    return text
  }

  /// Formats pairs, eight per line: "M  CHG  2   1   1   4  -1".
  static func pairLines(_ key: String, _ pairs: [(Int, Int)]) -> String {
    let entries = pairs.map { " " + Characters.right($0, 3) + " " + Characters.right($1, 3) }
    return lines("M  " + key, entries, by: 8)
  }
}

extension MolfileWriter {
  private static let tableAttributes: Set = [
    "ATOMS", "XBONDS", "PATOMS", "XBCORR", "BRKXYZ", "CSTATE", "LABEL", "MULT", "CLASS", "SAP",
    "FIELDNAME", "FIELDTYPE", "FIELDINFO", "QUERYTYPE", "QUERYOP", "FIELDDISP", "FIELDDATA",
    "ESTATE", "SUBTYPE", "CONNECT", "PARENT", "COMPNO", "BRKTYP",
  ]

  private static let widths = [
    "FIELDNAME": 30, "FIELDTYPE": 2, "FIELDINFO": 20, "QUERYTYPE": 2, "QUERYOP": 15, "LABEL": 69,
    "CLASS": 69, "SUBTYPE": 3, "CONNECT": 3, "COMPNO": 3,
  ]

  static func groupFits(_ group: SubstanceGroup) -> Bool {
    group.kind.utf8.count <= 3 && group.number < 1000 && group.attributes.allSatisfy(fits)
  }

  private static func fits(_ attribute: Extra) -> Bool {
    let words = attribute.value.split { " ()".contains($0) }
    switch attribute.key {
    case "SAP" where words.count > 3: return words[3].utf8.count <= 2
    case "BRKXYZ", "CSTATE":
      return words.allSatisfy { word in
        Characters.real(word).map { $0 < 99_999 && $0 > -9_999 } ?? false
      }
    case let key:
      guard tableAttributes.contains(key) else { return false }
      return widths[key].map { attribute.value.count <= $0 } ?? true
    }
  }

  func groupLines(_ groups: [SubstanceGroup]) -> String {
    let groups = groups.prefix(999)
    func pairs(_ letters: String, _ value: (SubstanceGroup) -> String?) -> String {
      let entries = groups.enumerated().compactMap { index, group in
        value(group).map { " " + Characters.right(index + 1, 3) + " " + Characters.left($0, 3) }
      }
      return MolfileWriter.lines("M  " + letters, entries, by: 8)
    }
    var text = pairs("STY") { $0.kind }
    text += pairs("SLB") { $0.number > 0 ? Characters.right($0.number, 3) : nil }
    for (name, key) in ConnectionTable.groupKeys {
      let isNumber = key == "PARENT" || key == "COMPNO"
      text += pairs(name) { group in
        group.attributes.value(key).map { isNumber ? Characters.right($0, 3) : $0 }
      }
    }
    text += pairs("SBT") { $0.attributes.value("BRKTYP").map { $0 == "PAREN" ? "  1" : "  0" } }
    let open = groups.indices.filter { groups[$0].attributes.value("ESTATE") == "E" }
    text += MolfileWriter.lines(
      "M  SDS EXP", open.map { " " + Characters.right($0 + 1, 3) }, by: 15)
    for (index, group) in groups.enumerated() {
      for attribute in group.attributes {
        text += attributeLines(attribute, Characters.right(index + 1, 3))
      }
      text += fieldLine(group, Characters.right(index + 1, 3))
    }
    return text
  }

  private static func lines(_ head: String, _ entries: [String], by count: Int) -> String {
    stride(from: 0, to: entries.count, by: count).map { start in
      let part = entries[start..<min(start + count, entries.count)]
      return head + Characters.right(part.count, 3) + part.joined() + "\n"
    }.joined()
  }

  private func attributeLines(_ attribute: Extra, _ number: String) -> String {
    if let list = ConnectionTable.listKeys.first(where: { $0.key == attribute.key }) {
      return MolfileWriter.lines(
        "M  \(list.name) \(number)",
        NumberList(attribute.value).numbers.map { " " + Characters.right($0, 3) }, by: 15)
    }
    func coordinates(_ words: [String]) -> String {
      words.map { Characters.right(Characters.fixed(Characters.real($0) ?? 0, 4), 10) }.joined()
    }
    let words = attribute.value.split { " ()".contains($0) }.map { String($0) }
    let value = Characters.oneLine(attribute.value)
    switch attribute.key {
    case "LABEL", "MULT": return "M  SMT \(number) \(value)\n"
    case "CLASS": return "M  SCL \(number) \(value)\n"
    case "BRKXYZ" where words.count >= 6:
      return "M  SDI \(number)  4\(coordinates([words[1], words[2], words[4], words[5]]))\n"
    case "CSTATE" where words.count >= 4:
      return
        "M  SBV \(number) \(Characters.right(words[1], 3))\(coordinates([words[2], words[3]]))\n"
    case "SAP" where words.count >= 3:
      let name = words.count > 3 ? words[3] : ""
      return "M  SAP \(number)  1 \(Characters.right(words[1], 3)) "
        + "\(Characters.right(words[2], 3)) \(Characters.left(name, 2))\n"
    case "FIELDDATA": return dataLines(value, number)
    case "FIELDDISP": return "M  SDD \(number) \(value)\n"
    default: return ""
    }
  }

  private func fieldLine(_ group: SubstanceGroup, _ number: String) -> String {
    guard let name = group.fieldName else { return "" }
    func part(_ key: String, _ width: Int) -> String {
      Characters.left(String((group.attributes.value(key) ?? "").prefix(width)), width)
    }
    let line =
      "M  SDT \(number) " + Characters.left(String(name.prefix(30)), 30) + part("FIELDTYPE", 2)
      + part("FIELDINFO", 20) + part("QUERYTYPE", 2) + part("QUERYOP", 15)
    return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
  }

  /// Splits a text after every 69 characters. The last line is `SED`, the others `SCD`.
  private func dataLines(_ text: String, _ number: String) -> String {
    var parts: [String] = []
    var rest = text[...]
    while rest.count > 69 {
      parts.append(String(rest.prefix(69)))
      rest = rest.dropFirst(69)
    }
    return parts.map { "M  SCD \(number) \($0)\n" }.joined() + "M  SED \(number) \(rest)\n"
  }
}
