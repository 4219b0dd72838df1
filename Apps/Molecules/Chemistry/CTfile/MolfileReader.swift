import Core

/// Reads one molfile, V2000 or V3000, from the lines of a file.
///
/// Throws a `FormatError` if there is no atom table. Other errors are noted in `problems`.
struct MolfileReader {
  var lines: TextLines
  var problems = FormatErrors()
  var molecule = Molecule()
  /// V2000's S-groups by their numbers in the file. `groupOrder` has the file order.
  var groups: [Int: SubstanceGroup] = [:]
  var groupOrder: [Int] = []
  /// Whether a charge or radical line occurred. The first one voids those in the atom lines.
  var hasChargeLine = false
  var hasIsotopeLine = false
  var valences: [Int: Int] = [:]
  /// Whether stated valences count dative bonds, as in V3000.
  var countsDativeBonds = false
  /// The stated hydrogen counts by atom index, from extensions by SketchEl, Marvin and others.
  var statedHydrogens: [Int: Int] = [:]

  var lostCoordinate: (line: Int, word: String)?
  var hasLostPositions = false
  var hasLostDepth = false

  var atomLines: [Int] = []
  /// The pairs of bonded atoms, with the smaller index in the upper half.
  private var bound: Set<UInt64> = []

  init(_ lines: TextLines) { self.lines = lines }

  mutating func read() throws(FormatError) -> Molecule {
    let counts = try readHeader()
    if counts.contains("V3000") {
      try readExtended(after: counts)
    } else {
      try readTable(counts)
    }
    return finished()
  }

  private mutating func readHeader() throws(FormatError) -> TextLine {
    if lines.peek()?.hasPrefix("$MDL") == true { skipToRootTable() }
    let first = lines.peek()?.number ?? lines.number
    let header = lines.head(6)
    guard let countsIndex = MolfileReader.countsIndex(in: header) else {
      throw FormatError(
        .line(first + min(3, max(0, header.count - 1))),
        "A line with the numbers of atoms and bonds is expected here, the fourth of a molfile.",
        advice: "Check that the file is a molfile and that no line of its head is missing.")
    }
    if countsIndex != 3 {
      problems.note(
        line: header[countsIndex].number, "The head has \(countsIndex) lines instead of three.",
        advice: "Save the file again with the program that it comes from.")
    }
    if countsIndex > 0 { molecule.name = header[0].text }
    if countsIndex > 1 { molecule.origin = header[1].text }
    if countsIndex > 2 { molecule.comment = header[2].text }
    for _ in 0...countsIndex { _ = lines.take() }
    return header[countsIndex]
  }

  /// The first table of an R-group file is the root structure's.
  private mutating func skipToRootTable() {
    problems.note(
      line: lines.number, "This is an R-group file; only its root structure is read.",
      advice: "Open it with the program that it comes from to see the groups.")
    while let line = lines.peek(), !line.hasPrefix("$CTAB") {
      if line.hasPrefix("$HDR") {
        _ = lines.take()
        molecule.name = lines.peek()?.text ?? ""
      }
      _ = lines.take()
    }
    _ = lines.take()
  }

  static func countsIndex(in head: [TextLine]) -> Int? {
    if head.count > 3, isCounts(head[3], strictly: false) { return 3 }
    return [2, 4, 1, 0, 5].first { $0 < head.count && isCounts(head[$0], strictly: true) }
  }

  /// `strictly` requires a version tag.
  static func isCounts(_ line: TextLine, strictly: Bool) -> Bool {
    if line.contains("V2000") || line.contains("V3000") { return true }
    guard !strictly, line.bytes.count >= 6, !line.field(0, 3).isEmpty else {
      return false
    }
    let numbers = line.integers()
    guard numbers.count > 1, let atoms = numbers[0], let bonds = numbers[1] else { return false }
    return atoms >= 0 && bonds >= 0
  }

  /// The molecule of a table that was read, with its hydrogens.
  mutating func finished() -> Molecule {
    removeLostPositions()
    readLabels()
    let sums = countsDativeBonds ? molecule.statedBondSums : molecule.bondSums
    for (index, valence) in valences where molecule.atoms[index].element != nil {
      molecule.atoms[index].fixHydrogens(max(0, valence - sums[index]))
    }
    // Marvin stores the hydrogens of aromatic atoms in data groups.
    for group in molecule.groups where group.fieldName == "MRV_IMPLICIT_H" {
      guard let data = group.fieldData?.trimmed, data.hasPrefix("IMPL_H"),
        let count = Characters.integer(data.dropFirst(6)), (0..<10).contains(count)
      else { continue }
      for atom in group.atoms where molecule.atoms.indices.contains(atom) {
        statedHydrogens[atom] = count
      }
    }
    for (index, count) in statedHydrogens { molecule.atoms[index].fixHydrogens(count) }
    molecule.computeHydrogensByMDL()
    problems.noteOddAtoms(
      of: molecule, bondSums: countsDativeBonds ? molecule.bondSums : sums,
      at: atomLines.map { .line($0) })
    return molecule
  }

  /// Returns false if the bond's atoms don't exist or are the same.
  mutating func addBond(_ bond: Bond, line: Int) -> Bool {
    let range = 0..<molecule.atoms.count
    guard range.contains(bond.from), range.contains(bond.to) else {
      problems.note(
        line: line,
        "The bond is between atoms \(bond.from + 1) and \(bond.to + 1); there are \(range.count).",
        advice: "It is left out. Check the numbers of its atoms.")
      return false
    }
    guard bond.from != bond.to else {
      problems.note(
        line: line, "The bond joins atom \(bond.from + 1) to itself.",
        advice: "It is left out. Check the numbers of its atoms.")
      return false
    }
    let pair = UInt64(min(bond.from, bond.to)) << 32 | UInt64(max(bond.from, bond.to))
    if !bound.insert(pair).inserted {
      problems.note(
        line: line, "Atoms \(bond.from + 1) and \(bond.to + 1) have a bond already.",
        advice: "Both are kept, and count for valence. Remove one of them.")
    }
    molecule.bonds.append(bond)
    return true
  }
}
