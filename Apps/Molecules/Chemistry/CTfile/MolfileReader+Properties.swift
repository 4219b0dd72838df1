/// V2000's lines with values that are stored under V3000's keywords, which the reader and the
/// writer share.
enum ConnectionTable {
  typealias Keys = [(name: String, key: String)]

  static let atomKeys: Keys = [
    ("SUB", "SUBST"), ("UNS", "UNSAT"), ("RBC", "RBCNT"), ("APO", "ATTCHPT"),
  ]
  /// Attributes of S-groups in pairs of a group and three columns.
  static let groupKeys: Keys = [
    ("SST", "SUBTYPE"), ("SCN", "CONNECT"), ("SPL", "PARENT"), ("SNC", "COMPNO"),
  ]
  /// Attributes of S-groups that are lists of atoms or bonds.
  static let listKeys: Keys = [
    ("SAL", "ATOMS"), ("SBL", "XBONDS"), ("SPA", "PATOMS"), ("CRS", "XBCORR"),
  ]
}

extension MolfileReader {
  mutating func readProperties(bondIndices: [Int?]) throws(FormatError) {
    while let line = lines.peek() {
      if line.hasPrefix(">") || line.hasPrefix("$") { break }
      _ = lines.take()
      if line.hasPrefix("M  END") {
        finishGroups(bondIndices)
        return
      }
      try readProperty(line, bondIndices: bondIndices)
    }
    finishGroups(bondIndices)
    problems.note(
      line: lines.number, "“M  END” is missing.",
      advice: "Check that the file is complete; all that was found is shown.")
  }

  private mutating func readProperty(_ line: TextLine, bondIndices: [Int?]) throws(FormatError) {
    guard line.hasPrefix("M  ") else {
      keepText(line)
      return
    }
    switch line.field(3, 6) {
    case "CHG":
      voidCharges()
      eachAtom(line) { $0.charge = $1 }
    case "RAD":
      voidCharges()
      eachAtom(line) { $0.radicalCode = $1 }
    case "ISO":
      if !hasIsotopeLine {
        hasIsotopeLine = true
        for index in molecule.atoms.indices where !molecule.atoms[index].isHydrogen {
          molecule.atoms[index].isotope = nil
        }
      }
      eachAtom(line) { $0.isotope = $1 > 0 ? $1 : nil }
    case "RGP":
      eachAtom(line) { atom, group in
        guard group >= 0, group < 1000 else { return }
        atom.symbol =
          atom.groupNumbers == nil || atom.symbol == "R#"
          ? "R\(group)" : atom.symbol + ",\(group)"
      }
    case "HYD":
      for (index, count) in pairs(line) where count >= 0 { statedHydrogens[index] = count }
    case "ZCH": eachAtom(line) { $0.charge = $1 }
    case "ZBO": readOrders(line, bondIndices)
    case "ALS": readList(line)
    case let name:
      if let key = ConnectionTable.atomKeys.first(where: { $0.name == name })?.key {
        eachAtom(line) { $0.extras.append(Extra(.connectionTable, key, String($1))) }
      } else if isGroupLine(name) {
        readGroup(name, line)
      } else {
        keep(line)
      }
    }
  }

  private mutating func keep(_ line: TextLine) {
    molecule.extras.append(Extra(.connectionTable, "V2000", line.text))
  }

  /// Reads a line without "M  ": an alias or value with its text, or lines to skip.
  private mutating func keepText(_ line: TextLine) {
    if line.hasPrefix("A  "), let number = line.integer(3, 6),
      molecule.atoms.indices.contains(number - 1)
    {
      guard let text = lines.peek(), !text.hasPrefix("M  ") else { return }
      _ = lines.take()
      molecule.atoms[number - 1].extras.append(Extra(.connectionTable, "ALIAS", text.text))
    } else if line.hasPrefix("V  "), let number = line.integer(3, 6),
      molecule.atoms.indices.contains(number - 1)
    {
      molecule.atoms[number - 1].extras.append(
        Extra(.connectionTable, "VALUE", line.rest(from: 7)))
    } else if line.hasPrefix("G  ") {
      keep(line)
      if let text = lines.peek(), !text.hasPrefix("M  ") {
        _ = lines.take()
        keep(text)
      }
    } else if line.hasPrefix("S  SKP") {
      for _ in 0..<max(0, min(999, line.integer(6, 9) ?? 0)) where lines.peek() != nil {
        _ = lines.take()
      }
    } else if readOldList(line) {
      // Ignored: an "M  ALS" line of the same atom has the same content.
    } else if !line.isBlank {
      problems.note(
        line: line.number, "The line is unknown.",
        advice: "It is left out. Properties begin with “M  ”.")
    }
  }

  private mutating func voidCharges() {
    guard !hasChargeLine else { return }
    hasChargeLine = true
    for index in molecule.atoms.indices {
      molecule.atoms[index].charge = 0
      molecule.atoms[index].unpairedElectrons = 0
    }
  }

  /// The pairs of atom index and value in a line such as "M  CHG  2   1   1   4  -1".
  private mutating func pairs(_ line: TextLine) -> [(Int, Int)] {
    let numbers = line.words(from: 9).map { Characters.integer($0) }
    var pairs: [(Int, Int)] = []
    for start in stride(from: 0, to: numbers.count - 1, by: 2) {
      guard let atom = numbers[start], let value = numbers[start + 1], abs(value) < 1000,
        molecule.atoms.indices.contains(atom - 1)
      else {
        problems.note(
          line: line.number, "The line names an invalid atom or value.",
          advice: "That entry is left out.")
        continue
      }
      pairs.append((atom - 1, value))
    }
    return pairs
  }

  private mutating func eachAtom(_ line: TextLine, set: (inout Atom, Int) -> Void) {
    for (index, value) in pairs(line) { set(&molecule.atoms[index], value) }
  }

  private mutating func readOrders(_ line: TextLine, _ bondIndices: [Int?]) {
    let numbers = line.words(from: 9).compactMap { Characters.integer($0) }
    for start in stride(from: 0, to: numbers.count - 1, by: 2) {
      guard bondIndices.indices.contains(numbers[start] - 1),
        let index = bondIndices[numbers[start] - 1]
      else { continue }
      if numbers[start + 1] == 0 { molecule.bonds[index].order = .zero }
      if numbers[start + 1] == 4 { molecule.bonds[index].order = .quadruple }
    }
  }

  /// "M  ALS   1  2 F N   O   " makes atom 1 the list [N,O]. With T instead of F, it is NOT[N,O].
  private mutating func readList(_ line: TextLine) {
    guard let number = line.integer(7, 10), molecule.atoms.indices.contains(number - 1),
      let count = line.integer(10, 13), count > 0, count <= 118
    else {
      problems.note(line: line.number, "The list names no atom.", advice: "It is left out.")
      return
    }
    let symbols = (0..<count).map { line.field(16 + 4 * $0, 20 + 4 * $0) }.filter { !$0.isEmpty }
    let isExclusive = line.field(14, 15) == "T"
    setList(symbols, isExclusive: isExclusive, at: number - 1)
  }

  private mutating func setList(_ symbols: [String], isExclusive: Bool, at index: Int) {
    molecule.atoms[index].symbol =
      (isExclusive ? "NOT[" : "[") + symbols.joined(separator: ",") + "]"
  }

  /// In old molfiles, "  7 F    3   9   7   8" after the bonds makes atom 7 the list [F,N,O], by
  /// atomic numbers. Returns false for other lines.
  private mutating func readOldList(_ line: TextLine) -> Bool {
    let words = line.words()
    guard words.count > 3, words[1] == "T" || words[1] == "F" else { return false }
    let numbers = ([words[0]] + words.dropFirst(2)).map { Characters.integer($0) }
    let elements = numbers.dropFirst(2).compactMap { $0.flatMap { Element(number: $0)?.symbol } }
    guard let number = numbers[0], molecule.atoms.indices.contains(number - 1),
      numbers[1] == elements.count, numbers.count == elements.count + 2
    else { return false }
    setList(elements, isExclusive: words[1] == "T", at: number - 1)
    return true
  }
}
