extension MolfileReader {
  mutating func readTable(_ counts: TextLine) throws(FormatError) {
    let numbers = counts.integers()
    guard numbers.count > 1, let atomCount = numbers[0], let bondCount = numbers[1],
      atomCount >= 0, bondCount >= 0
    else {
      throw FormatError(
        .line(counts.number), "The numbers of atoms and bonds aren't whole numbers.",
        advice: "They stand in columns 1 to 3 and 4 to 6.")
    }
    molecule.isChiral = numbers.count > 4 && numbers[4] == 1
    for index in 0..<atomCount { try readAtom(index, of: atomCount) }
    // Properties refer to bonds by number, so omitted bonds must count.
    var bondIndices: [Int?] = []
    for index in 0..<bondCount {
      bondIndices.append(try readBond(index, of: bondCount) ? molecule.bonds.count - 1 : nil)
    }
    try readProperties(bondIndices: bondIndices)
  }

  private func missing(_ what: String, _ index: Int, of count: Int, line: Int) -> FormatError {
    FormatError(
      .line(line), "\(what) \(index + 1) of \(count) is expected here.",
      advice: "Check the numbers in the counts line, and that the file is complete.")
  }

  private mutating func readAtom(_ index: Int, of count: Int) throws(FormatError) {
    guard let line = lines.peek(), !line.hasPrefix("M  "), !line.hasPrefix("$") else {
      throw missing("Atom", index, of: count, line: lines.number)
    }
    _ = lines.take()
    let fixed = fixedAtom(line)
    var loose = fixed != nil && isInColumns(line) ? nil : looseAtom(line)
    // Numbers without blanks between them can only be separated by their columns.
    if loose?.isWhole == false, fixed?.symbol.first?.isLetter == true { loose = nil }
    guard var atom = loose?.atom ?? fixed else {
      throw missing("Atom", index, of: count, line: line.number)
    }
    if loose?.isWhole == false {
      problems.note(
        line: line.number,
        "The line isn't in columns, and not all fields after the atom are numbers.",
        advice: "Its charge and similar fields are ignored. Save it again in its own program.")
    }
    func number(_ field: Int) -> Int? {
      if let loose { return field < loose.numbers.count ? loose.numbers[field] : 0 }
      return field == 0 ? line.integer(34, 36) : line.integer(33 + 3 * field, 36 + 3 * field)
    }
    // The mass difference is relative to the element's rounded weight.
    if let difference = number(0), difference != 0, let element = atom.element {
      let isotope = Int(element.weight.rounded()) + difference
      if isotope > 0 { atom.isotope = isotope }
    }
    let (code, valence) = (number(1) ?? 0, number(5) ?? 0)
    if code == 4 {
      atom.unpairedElectrons = 1
    } else if (1..<8).contains(code) {
      atom.charge = 4 - code
    }
    if let map = number(9), map > 0 { atom.map = map }
    if (1...15).contains(valence) { valences[index] = valence % 15 }
    keepQueries(number, in: &atom)
    atomLines.append(line.number)
    molecule.atoms.append(atom)
  }

  private mutating func fixedAtom(_ line: TextLine) -> Atom? {
    let symbol = line.field(31, 34)
    guard !symbol.isEmpty, !symbol.contains(" "),
      let position = position(
        line.field(0, 10), line.field(10, 20), line.field(20, 30), line: line.number)
    else { return nil }
    return atom(symbol, at: position, line: line.number)
  }

  private func isInColumns(_ line: TextLine) -> Bool {
    let bytes = Array(line.columns(0, 32))
    return bytes.count == 32 && !bytes.contains(0x09) && bytes[29] > 0x20 && bytes[30] == 0x20
      && bytes[31] > 0x20 && !(0x30...0x39).contains(bytes[31])
  }

  /// An atom whose columns another program has shifted, and the numbers after it. If these can't be
  /// separated, `numbers` is empty and `isWhole` is false.
  private mutating func looseAtom(
    _ line: TextLine
  ) -> (atom: Atom, numbers: [Int], isWhole: Bool)? {
    let words = line.words()
    guard words.count >= 4, words[3].first?.isNumber == false,
      let position = position(words[0], words[1], words[2], line: line.number)
    else { return nil }
    let numbers = words.dropFirst(4).map { Characters.integer($0) }
    let isWhole = numbers.allSatisfy { $0.map { abs($0) < 1000 } ?? false }
    return (
      atom(words[3], at: position, line: line.number),
      isWhole ? numbers.compactMap(\.self) : [], isWhole
    )
  }

  /// Stores the fields that only queries and reactions have, under V3000's keywords.
  private func keepQueries(_ number: (Int) -> Int?, in atom: inout Atom) {
    func keep(_ key: String, _ value: Int?) {
      if let value, value != 0 { atom.extras.append(Extra(.connectionTable, key, String(value))) }
    }
    keep("CFG", number(2))
    keep("HCOUNT", number(3).map { $0 == 1 ? -1 : $0 > 1 ? $0 - 1 : 0 })
    keep("STBOX", number(4))
    keep("INVRET", number(10))
    keep("EXACHG", number(11))
  }

  private mutating func readBond(_ index: Int, of count: Int) throws(FormatError) -> Bool {
    let numbers = lines.peek()?.integers() ?? []
    func number(_ field: Int) -> Int? { field < numbers.count ? numbers[field] : 0 }
    guard let line = lines.peek(), !line.hasPrefix("M  "), !line.hasPrefix("$"),
      let from = number(0), let to = number(1), let type = number(2)
    else { throw missing("Bond", index, of: count, line: lines.number) }
    _ = lines.take()
    var bond = Bond(from: from - 1, to: to - 1, order(type, line: line.number))
    switch number(3) ?? 0 {
    case 1: bond.stereo = .up
    case 6: bond.stereo = .down
    case 3, 4: bond.stereo = .either
    default: break
    }
    for (key, field) in [("TOPO", 5), ("RXCTR", 6)] {
      guard let value = number(field), value != 0 else { continue }
      bond.extras.append(Extra(.connectionTable, key, String(value)))
    }
    return addBond(bond, line: line.number)
  }
}

extension Bond.Order {
  /// In the order of their types in connection tables, from 1.
  private static let connectionTableOrders: [Bond.Order] = [
    .single, .double, .triple, .aromatic, .singleOrDouble, .singleOrAromatic, .doubleOrAromatic,
    .any, .zero, .hydrogen,
  ]

  init?(connectionTable type: Int) {
    guard Bond.Order.connectionTableOrders.indices.contains(type - 1) else { return nil }
    self = Bond.Order.connectionTableOrders[type - 1]
  }

  /// There is none for a quadruple bond, which is written as triple; V2000 adds a `ZBO` line.
  var connectionTable: Int {
    Bond.Order.connectionTableOrders.firstIndex(of: self).map { $0 + 1 } ?? 3
  }
}
