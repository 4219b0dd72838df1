extension MolfileReader {
  mutating func readExtended(after counts: TextLine) throws(FormatError) {
    guard let begin = lines.takeExtended(), begin.begins("BEGIN", "CTAB") else {
      throw FormatError(
        .line(counts.number + 1), "“M  V30 BEGIN CTAB” is expected here.",
        advice: "Check that the file is a V3000 molfile and complete.")
    }
    try readExtendedTable()
    while let line = lines.takeExtended() {
      if line.begins("BEGIN", "RGROUP") { readMembers(line) } else { keepExtended(line) }
    }
    if lines.peek()?.hasPrefix("M  END") == true {
      _ = lines.take()
    } else {
      problems.note(
        line: lines.number, "“M  END” is missing.",
        advice: "Check that the file is complete; all that was found is shown.")
    }
  }

  /// Stores the structures that an R group stands for, and notes their formulas.
  mutating func readMembers(_ begin: ExtendedLine) {
    keepExtended(begin)
    var members: [String] = []
    while let line = lines.takeExtended() {
      keepExtended(line)
      if line.ends("RGROUP") { break }
      guard line.begins("BEGIN", "CTAB") else { continue }
      var member = MolfileReader(lines)
      do {
        try member.readExtendedTable()
        members.append(member.finished().formula.hill)
      } catch {
        members.append("?")
      }
    }
    let label = "R\(begin.integer(2) ?? 0)"
    problems.note(
      line: begin.number,
      "\(label) stands for \(members.isEmpty ? "nothing" : members.joined(separator: " or ")).",
      advice: "Only the root structure is shown. Open it with the program that it comes from.")
  }

  /// The formula may be incomplete.
  private mutating func noteMissing(
    of stated: (atoms: Int?, bonds: Int?), _ found: (atoms: Int, bonds: Int)
  ) {
    guard let atoms = stated.atoms, let bonds = stated.bonds, (atoms, bonds) != found else {
      return
    }
    problems.note(
      line: lines.number,
      "The table declares \(atoms) atoms and \(bonds) bonds, but has \(found.atoms) and \(found.bonds).",
      advice: "Check that the file is complete; all that was found is shown.")
  }

  private mutating func keepExtended(_ line: ExtendedLine) {
    molecule.extras.append(Extra(.connectionTable, "AFTER", line.text))
  }

  /// Reads a table after BEGIN CTAB, including END CTAB.
  mutating func readExtendedTable() throws(FormatError) {
    countsDativeBonds = true
    var atoms = ExtendedNumbers()
    var bonds = ExtendedNumbers()
    let start = lines.number
    var stated: (atoms: Int?, bonds: Int?) = (nil, nil)
    var found = (atoms: 0, bonds: 0)
    while let line = lines.takeExtended() {
      if line.begins("END", "CTAB") { return noteMissing(of: stated, found) }
      if line.words.first == "COUNTS" {
        molecule.isChiral = line.integer(5) == 1
        stated = (line.integer(1), line.integer(2))
      } else if line.begins("BEGIN", "ATOM") {
        found.atoms += try eachLine(of: "ATOM") { (reader, line) throws(FormatError) in
          try reader.readExtendedAtom(line, &atoms)
        }
      } else if line.begins("BEGIN", "BOND") {
        renumberAtoms(atoms)
        found.bonds += try eachLine(of: "BOND") { $0.readExtendedBond($1, atoms, &bonds) }
      } else if line.begins("BEGIN", "SGROUP") {
        var groups = ExtendedGroups(atoms, bonds)
        try eachLine(of: "SGROUP") { groups.read($1, problems: &$0.problems) }
        molecule.groups += groups.finished(after: molecule.groups.count)
      } else if line.begins("BEGIN", "COLLECTION") {
        try eachLine(of: "COLLECTION") {
          let words = $1.words.map { ExtendedNumbers.renumbered($0, atoms, bonds) }
          $0.molecule.extras.append(
            Extra(.connectionTable, "COLLECTION", words.joined(separator: " ")))
        }
      } else {
        // LINKNODE, or a line of an unknown block.
        molecule.extras.append(Extra(.connectionTable, "INSIDE", line.text))
      }
    }
    problems.note(
      line: start, "The table that begins here has no end.",
      advice: "“M  V30 END CTAB” is missing; all that was found is shown.")
  }

  @discardableResult private mutating func eachLine(
    of block: String, read: (inout MolfileReader, ExtendedLine) throws(FormatError) -> Void
  ) throws(FormatError) -> Int {
    var count = 0
    while let line = lines.takeExtended() {
      if line.begins("END", block) { break }
      try read(&self, line)
      count += 1
    }
    return count
  }

  private mutating func readExtendedAtom(
    _ line: ExtendedLine, _ numbers: inout ExtendedNumbers
  ) throws(FormatError) {
    let line = line.withWholeList
    guard line.words.count >= 5, let number = line.integer(0),
      let position = position(line.words[2], line.words[3], line.words[4], line: line.number)
    else {
      throw FormatError(
        .line(line.number), "An atom is expected here: its number, symbol and three coordinates.",
        advice: "Check the line; without the atom no bond of the table is certain.")
    }
    let symbol = ExtendedLine.unquoted(line.words[1])
    let attributes = line.attributes(from: 6)
    // A monomer has a class, and its symbol names a template: the T in DNA is thymine, not tritium.
    let isTemplate = attributes.contains { $0.key == Atom.templateKey }
    var atom =
      isTemplate ? Atom(symbol, at: position) : atom(symbol, at: position, line: line.number)
    if let map = line.integer(5), map > 0 { atom.map = map }
    let index = molecule.atoms.count
    for (key, value) in attributes {
      readAttribute(key, value, of: &atom, index, line: line.number)
    }
    numbers.add(number)
    atomLines.append(line.number)
    molecule.atoms.append(atom)
  }

  private mutating func readAttribute(
    _ key: String, _ value: String, of atom: inout Atom, _ index: Int, line: Int
  ) {
    let number = Characters.integer(value)
    switch (key, number) {
    case ("CHG", let charge?) where abs(charge) < 1000: atom.charge = charge
    case ("RAD", let code?) where code >= 0 && code <= 3: atom.radicalCode = code
    case ("MASS", _):
      // Some programs write a mass with a decimal point.
      if let mass = Characters.real(value), mass >= 1, mass < 1000 { atom.isotope = Int(mass) }
    case ("VAL", let valence?) where valence >= -1 && valence < 100 && valence != 0:
      valences[index] = max(0, valence)
    case ("RGROUPS", _):
      let groups = NumberList(value).numbers.filter { $0 >= 0 && $0 < 1000 }
      if !groups.isEmpty {
        atom.symbol = "R" + groups.map { String($0) }.joined(separator: ",")
      }
    case ("CHG", _), ("RAD", _), ("VAL", _):
      problems.note(
        line: line, "“\(key)=\(value)” can't be.", advice: "That attribute is left out.")
    default: atom.extras.append(Extra(.connectionTable, key, value))
    }
  }

  private mutating func readExtendedBond(
    _ line: ExtendedLine, _ atoms: ExtendedNumbers, _ bonds: inout ExtendedNumbers
  ) {
    guard let number = line.integer(0), let type = line.integer(1), let first = line.integer(2),
      let second = line.integer(3), let from = atoms.index(of: first),
      let to = atoms.index(of: second)
    else {
      problems.note(
        line: line.number, "A bond is expected here: its number, type and two atoms of the table.",
        advice: "It is left out. Check the numbers of its atoms.")
      return
    }
    var bond = Bond(from: from, to: to, order(type, line: line.number))
    for (key, value) in line.attributes(from: 4) {
      if key == "CFG", let type = ["0", "1", "2", "3"].firstIndex(of: value) {
        if type > 0 { bond.stereo = Bond.Stereo.extendedTypes[type] }
      } else {
        bond.extras.append(
          Extra(.connectionTable, key, ExtendedNumbers.renumbered(key, value, atoms, bonds)))
      }
    }
    if addBond(bond, line: line.number) { bonds.add(number) }
  }

  /// Renumbers atoms in attributes, which are read before all atom numbers are known.
  private mutating func renumberAtoms(_ numbers: ExtendedNumbers) {
    guard !numbers.isInOrder else { return }
    for index in molecule.atoms.indices {
      molecule.atoms[index].extras = molecule.atoms[index].extras.map {
        Extra(
          $0.origin, $0.key,
          ExtendedNumbers.renumbered($0.key, $0.value, numbers, ExtendedNumbers()))
      }
    }
  }
}

extension Bond.Stereo {
  /// By the value of `CFG`.
  static let extendedTypes: [Bond.Stereo] = [.plain, .up, .either, .down]
}
