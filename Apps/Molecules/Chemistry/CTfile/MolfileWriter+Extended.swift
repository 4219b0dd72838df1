import Core

extension MolfileWriter {
  mutating func extendedTable(_ molecule: Molecule) -> String {
    noteWhatExtendedLacks(molecule)
    let text = "  0  0  0     0  0            999 V3000\n" + extendedBlock(molecule)
    return text + MolfileWriter.linesAfter(molecule)
  }

  /// The lines after END CTAB, such as templates of monomers.
  static func linesAfter(_ molecule: Molecule) -> String {
    molecule.extras.values("AFTER").map { extendedLine($0) }.joined()
  }

  private mutating func noteWhatExtendedLacks(_ molecule: Molecule) {
    // The label of a placeholder is written as a superatom.
    let named = molecule.atoms.filter { $0.labelOfAuthor == nil && $0.symbol != "*" }
    let labels = named.flatMap(\.extras).filter {
      $0.origin == .connectionTable && ["ALIAS", "VALUE"].contains($0.key)
    }
    let advice = "Write V2000 to keep them; the structure is complete."
    if let first = labels.first {
      let more = labels.count > 1 ? ", and for \(labels.count - 1) more." : "."
      let label = "\(first.key.lowercased()) “\(first.value)”"
      problemList.note(
        .whole, "V3000 has no place for the \(label) of an atom" + more, advice: advice)
    }
    let lines = molecule.extras.values("V2000")
    if let first = lines.first {
      let more = lines.count > 1 ? " and \(lines.count - 1) more lines of V2000." : "."
      problemList.note(.whole, "V3000 has no place for “\(first.trimmed)”" + more, advice: advice)
    }
  }

  mutating func extendedBlock(_ molecule: Molecule) -> String {
    let molecule = MolfileWriter.withLabelGroups(molecule)
    var lines = ["BEGIN CTAB"]
    lines.append(
      "COUNTS \(molecule.atoms.count) \(molecule.bonds.count) \(molecule.groups.count) 0 "
        + (molecule.isChiral ? "1" : "0"))
    func add(_ block: String, _ content: [String]) {
      if !content.isEmpty { lines += ["BEGIN " + block] + content + ["END " + block] }
    }
    let (sums, stated) = (molecule.bondSums, molecule.statedBondSums)
    lines.append("BEGIN ATOM")
    for (index, atom) in molecule.atoms.enumerated() {
      let valence = MolfileWriter.statedValence(of: atom, bondSum: sums[index])
        .map { $0 - sums[index] + stated[index] }
      lines.append(atomLine(atom, number: index + 1, valence: valence))
    }
    lines.append("END ATOM")
    add("BOND", molecule.bonds.enumerated().map { bondLine($1, number: $0 + 1) })
    add("SGROUP", molecule.groups.enumerated().map { groupLine($1, number: $0 + 1) })
    add("COLLECTION", molecule.extras.values("COLLECTION"))
    lines += molecule.extras.values("INSIDE") + ["END CTAB"]
    return lines.map { MolfileWriter.extendedLine($0) }.joined()
  }

  private func atomLine(_ atom: Atom, number: Int, valence: Int?) -> String {
    let groups = atom.groupNumbers
    let isList = atom.symbol.hasSuffix("]")
    let word = isList ? atom.symbol.filter { $0 != " " } : ExtendedLine.quoted(atom.symbol)
    let symbol = groups == nil ? word : "R#"
    let position = [atom.position.x, atom.position.y, atom.position.z]
      .map { MolfileWriter.coordinate($0) }.joined(separator: " ")
    var words = ["\(number)", symbol, position, "\(atom.map)"]
    if atom.charge != 0 { words.append("CHG=\(atom.charge)") }
    if atom.radicalCode > 0 { words.append("RAD=\(atom.radicalCode)") }
    if let isotope = atom.isotope { words.append("MASS=\(isotope)") }
    if let valence { words.append("VAL=\(valence == 0 ? -1 : valence)") }
    if let groups { words.append("RGROUPS=\(NumberList(groups).text)") }
    for extra in atom.extras where extra.origin == .connectionTable {
      // Only V2000 has aliases and values.
      guard extra.key != "ALIAS", extra.key != "VALUE" else { continue }
      words.append(MolfileWriter.attribute(extra))
    }
    return words.joined(separator: " ")
  }

  private func bondLine(_ bond: Bond, number: Int) -> String {
    var words = ["\(number) \(bond.order.connectionTable) \(bond.from + 1) \(bond.to + 1)"]
    let configuration = Bond.Stereo.extendedTypes.firstIndex(of: bond.stereo) ?? 0
    if configuration > 0 { words.append("CFG=\(configuration)") }
    for extra in bond.extras where extra.origin == .connectionTable {
      words.append(MolfileWriter.attribute(extra))
    }
    return words.joined(separator: " ")
  }

  private func groupLine(_ group: SubstanceGroup, number: Int) -> String {
    let attributes = group.attributes.map { extra -> String in
      let isList = extra.value.hasPrefix("(") && extra.value.hasSuffix(")")
      if isList, !MolfileWriter.textKeys.contains(extra.key) {
        return MolfileWriter.attribute(extra)
      }
      return "\(extra.key)=\(ExtendedLine.quoted(extra.value))"
    }
    return (["\(number) \(group.kind) \(group.number)"] + attributes).joined(separator: " ")
  }

  private static let textKeys: Set = ["LABEL", "FIELDNAME", "FIELDDATA", "FIELDINFO", "CLASS"]

  private static func attribute(_ extra: Extra) -> String {
    extra.key.isEmpty ? extra.value : "\(extra.key)=\(extra.value)"
  }

  private static func coordinate(_ value: Double) -> String {
    let text = Characters.fixed(value, 6)
    let cut = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    let short = String(cut.reversed())
    return short.isEmpty || short == "-" || short == "-0" ? "0" : text.contains(".") ? short : text
  }

  /// A line of at most 80 characters, or several lines continued with "-".
  static func extendedLine(_ text: String) -> String {
    var rest = Array(Characters.oneLine(text).utf8)[...]
    var lines: [ArraySlice<UInt8>] = []
    while rest.count > 72 {
      // Doesn't split a multibyte character, or break before a space that a reader might trim.
      var end = rest.startIndex + 71
      while end > rest.startIndex + 1, rest[end] & 0xC0 == 0x80 || rest[end - 1] == 0x20 {
        end -= 1
      }
      lines.append(rest[rest.startIndex..<end] + [UInt8(ascii: "-")])
      rest = rest[end...]
    }
    lines.append(rest)
    return lines.map { "M  V30 " + String(decoding: $0, as: UTF8.self) + "\n" }.joined()
  }
}
