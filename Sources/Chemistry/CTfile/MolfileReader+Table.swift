extension MolfileReader {
  /// Reads the atoms, bonds and properties of V2000.
  mutating func readTable(_ counts: TextLine) throws(Problem) {
    guard let atomCount = counts.integer(0, 3), let bondCount = counts.integer(3, 6),
      atomCount >= 0, bondCount >= 0
    else {
      throw Problem(
        .line(counts.number), "The numbers of atoms and bonds aren't whole numbers.",
        advice: "They stand in columns 1 to 3 and 4 to 6.")
    }
    molecule.isChiral = counts.integer(12, 15) == 1
    for index in 0..<atomCount { try readAtom(index, of: atomCount) }
    // Bonds that are left out would move the numbers of those behind them, which properties refer to.
    var places: [Int?] = []
    for index in 0..<bondCount {
      places.append(try readBond(index, of: bondCount) ? molecule.bonds.count - 1 : nil)
    }
    try readProperties(bondPlaces: places)
  }

  private func missing(_ what: String, _ index: Int, of count: Int, line: Int) -> Problem {
    Problem(
      .line(line), "\(what) \(index + 1) of \(count) is expected here.",
      advice: "Check the numbers in the counts line, and that the file is complete.")
  }

  private mutating func readAtom(_ index: Int, of count: Int) throws(Problem) {
    guard let line = lines.peek(), !line.hasPrefix("M  "), !line.hasPrefix("$") else {
      throw missing("Atom", index, of: count, line: lines.number)
    }
    _ = lines.take()
    guard var atom = fixedAtom(line) ?? looseAtom(line) else {
      throw missing("Atom", index, of: count, line: line.number)
    }
    // A mass difference counts from the rounded weight of the element.
    if let difference = line.integer(34, 36), difference != 0, let element = atom.element {
      let isotope = Int(element.weight.rounded()) + difference
      if isotope > 0 { atom.isotope = isotope }
    }
    switch line.integer(36, 39) ?? 0 {
    case 4: atom.unpairedElectrons = 1
    case let code where code > 0 && code < 8: atom.charge = 4 - code
    default: break
    }
    if let map = line.integer(60, 63), map > 0 { atom.map = map }
    switch line.integer(48, 51) ?? 0 {
    case 15: valences[index] = 0
    case let valence where valence > 0 && valence < 15: valences[index] = valence
    default: break
    }
    keepQueries(of: line, in: &atom)
    atomLines.append(line.number)
    molecule.atoms.append(atom)
  }

  private func fixedAtom(_ line: TextLine) -> Atom? {
    let symbol = line.field(31, 34)
    guard !symbol.isEmpty, !symbol.contains(" "), let x = Characters.real(line.field(0, 10)),
      let y = Characters.real(line.field(10, 20)), let z = Characters.real(line.field(20, 30))
    else { return nil }
    return Atom(label: symbol, at: Position(x: x, y: y, z: z))
  }

  /// An atom whose columns were moved by another program.
  private func looseAtom(_ line: TextLine) -> Atom? {
    let words = line.words()
    guard words.count >= 4, let x = Characters.real(words[0]), let y = Characters.real(words[1]),
      let z = Characters.real(words[2]), words[3].first?.isNumber == false
    else { return nil }
    return Atom(label: words[3], at: Position(x: x, y: y, z: z))
  }

  /// The fields that only queries and reactions have, under V3000's names.
  private func keepQueries(of line: TextLine, in atom: inout Atom) {
    guard line.bytes.count > 39 else { return }
    func keep(_ key: String, _ value: Int?) {
      if let value, value != 0 { atom.extras.append(Extra(.connectionTable, key, String(value))) }
    }
    keep("CFG", line.integer(39, 42))
    keep("HCOUNT", line.integer(42, 45).map { $0 == 1 ? -1 : $0 > 1 ? $0 - 1 : 0 })
    keep("STBOX", line.integer(45, 48))
    keep("INVRET", line.integer(63, 66))
    keep("EXACHG", line.integer(66, 69))
  }

  private mutating func readBond(_ index: Int, of count: Int) throws(Problem) -> Bool {
    guard let line = lines.peek(), !line.hasPrefix("M  "), !line.hasPrefix("$"),
      let from = line.integer(0, 3), let to = line.integer(3, 6), let type = line.integer(6, 9)
    else { throw missing("Bond", index, of: count, line: lines.number) }
    _ = lines.take()
    let order = Bond.Order(connectionTable: type)
    if order == nil {
      problems.note(
        line: line.number, "\(type) is no type of bond.", advice: "It is read as a single bond.")
    }
    var bond = Bond(from: from - 1, to: to - 1, order ?? .single)
    switch line.integer(9, 12) ?? 0 {
    case 1: bond.stereo = .up
    case 6: bond.stereo = .down
    case 3, 4: bond.stereo = .either
    default: break
    }
    for (key, start) in [("TOPO", 15), ("RXCTR", 18)] {
      guard let value = line.integer(start, start + 3), value != 0 else { continue }
      bond.extras.append(Extra(.connectionTable, key, String(value)))
    }
    return addBond(bond, line: line.number)
  }
}

extension Bond.Order {
  /// The order by the number that V2000 and V3000 give it.
  init?(connectionTable type: Int) {
    switch type {
    case 1: self = .single
    case 2: self = .double
    case 3: self = .triple
    case 4: self = .aromatic
    case 5: self = .singleOrDouble
    case 6: self = .singleOrAromatic
    case 7: self = .doubleOrAromatic
    case 8: self = .any
    case 9: self = .zero
    case 10: self = .hydrogen
    default: return nil
    }
  }

  /// The number of V2000 and V3000; a quadruple bond has none, and is written as a triple one beside a `ZBO` line.
  var connectionTable: Int {
    switch self {
    case .single: 1
    case .double: 2
    case .triple, .quadruple: 3
    case .aromatic: 4
    case .singleOrDouble: 5
    case .singleOrAromatic: 6
    case .doubleOrAromatic: 7
    case .any: 8
    case .zero: 9
    case .hydrogen: 10
    }
  }
}
