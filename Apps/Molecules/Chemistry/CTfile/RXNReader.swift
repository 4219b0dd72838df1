/// Reads one reaction, RXN V2000 or V3000. A component that can't be read becomes an empty
/// molecule, and its error is noted in `problems`.
struct RXNReader {
  var lines: TextLines
  var problems = FormatErrors()
  private var reaction = Reaction()

  init(_ lines: TextLines) { self.lines = lines }

  /// Returns whether the line ends a reaction within an RDfile.
  static func isEnd(_ line: TextLine) -> Bool {
    line.hasPrefix("$DTYPE") || line.hasPrefix("$RFMT") || line.hasPrefix("$MFMT")
      || line.hasPrefix("$RDFILE") || line.hasPrefix("$RIREG") || line.hasPrefix("$REREG")
  }

  mutating func read() throws(FormatError) -> Reaction {
    guard let first = lines.take(), first.hasPrefix("$RXN") else {
      throw FormatError(
        .line(lines.number), "“$RXN” is expected here.",
        advice: "Check that this is a reaction file and begins with its first line.")
    }
    reaction.name = lines.take()?.text ?? ""
    reaction.origin = lines.take()?.text ?? ""
    reaction.comment = lines.take()?.text ?? ""
    if first.contains("V3000") { try readExtended() } else { try readTables() }
    return reaction
  }

  private func noCounts(_ line: Int) -> FormatError {
    FormatError(
      .line(line), "The numbers of reactants and products are expected here.",
      advice: "They are in the fifth line of a reaction file, three columns each.")
  }

  // MARK: V2000

  private mutating func readTables() throws(FormatError) {
    guard let line = lines.take(), let counts = RXNReader.counts(line) else {
      throw noCounts(lines.number)
    }
    let roles = zip(Reaction.Role.allCases, counts).flatMap { Array(repeating: $0, count: $1) }
    var found = 0
    _ = lines.part { $0.hasPrefix("$MOL") || RXNReader.isEnd($0) }
    while let line = lines.peek(), line.hasPrefix("$MOL") {
      _ = lines.take()
      let part = lines.part { $0.hasPrefix("$MOL") || RXNReader.isEnd($0) }
      found += 1
      guard found <= roles.count else {
        problems.note(
          line: line.number, "The file has more molecules than its fifth line says.",
          advice: "This one is left out.")
        continue
      }
      var reader = MolfileReader(part)
      let molecule = read(&reader) { (reader) throws(FormatError) in try reader.read() }
      reaction.components.append(.init(roles[found - 1], molecule))
    }
    if found < roles.count {
      problems.note(
        line: lines.number, "The file has \(found) molecules of \(roles.count).",
        advice: "Check that the file is complete.")
    }
  }

  private static func counts(_ line: TextLine) -> [Int]? {
    let fixed = [line.integer(0, 3), line.integer(3, 6), line.integer(6, 9)].compactMap { $0 }
    if fixed.count == 3, fixed.allSatisfy({ $0 >= 0 }), !line.isBlank { return fixed }
    let numbers = line.words().prefix(3).compactMap { Characters.integer($0) }
    let isFine = numbers.count >= 2 && numbers.allSatisfy { $0 >= 0 && $0 < 100_000 }
    return isFine ? numbers : nil
  }

  private mutating func read(
    _ reader: inout MolfileReader, _ read: (inout MolfileReader) throws(FormatError) -> Molecule
  ) -> Molecule {
    defer { problems.note(reader.problems.all) }
    do { return try read(&reader) } catch {
      reader.problems.note(error)
    }
    return Molecule()
  }

  // MARK: V3000

  private mutating func readExtended() throws(FormatError) {
    guard let first = lines.takeExtended(),
      first.words.first == "COUNTS" || first.words.first == "BEGIN"
    else { throw noCounts(lines.number) }
    let counts = first.words.first == "COUNTS" ? first : nil
    if counts == nil {
      problems.note(
        line: first.number, "“M  V30 COUNTS” is missing before this line.",
        advice: "All molecules after it are read.")
    }
    let roles: [String: Reaction.Role] = [
      "REACTANT": .reactant, "PRODUCT": .product, "AGENT": .agent,
    ]
    var role: Reaction.Role?
    var next = counts == nil ? first : lines.takeExtended()
    while let line = next {
      defer { next = lines.takeExtended() }
      if let begun = roles.first(where: { line.begins("BEGIN", $0.key) }) {
        role = begun.value
      } else if line.begins("BEGIN", "TEMPLATE") {
        keepTemplates(line)
      } else if line.begins("BEGIN", "RGROUP") {
        var reader = MolfileReader(lines)
        reader.readMembers(line)
        lines = reader.lines
        problems.note(reader.problems.all)
        keepBehindLast(reader.molecule.extras)
      } else if roles.keys.contains(where: { line.ends($0) }) {
        // A table that couldn't be read may leave its END CTAB line, which must not end the role.
        role = nil
      } else if line.begins("BEGIN", "CTAB"), let role {
        var reader = MolfileReader(lines)
        let molecule = read(&reader) { (reader) throws(FormatError) in
          try reader.readExtendedTable()
          return reader.finished()
        }
        lines = reader.lines
        reaction.components.append(.init(role, molecule))
      }
    }
    for (index, role) in Reaction.Role.allCases.enumerated() {
      guard let counts else { break }
      let count = counts.integer(index + 1) ?? 0
      let found = reaction.components(role).count
      if found != count {
        problems.note(
          line: counts.number, "The file says \(count) molecules and has \(found).",
          advice: "Check that the file is complete.")
      }
    }
    if lines.peek()?.hasPrefix("M  END") == true { _ = lines.take() }
  }

  /// Stores monomer templates, which aren't components, with the molecule before them.
  private mutating func keepTemplates(_ begin: ExtendedLine) {
    var template = [begin]
    while let line = lines.takeExtended() {
      template.append(line)
      if line.begins("END", "TEMPLATE") { break }
    }
    keepBehindLast(template.map { Extra(.connectionTable, "AFTER", $0.text) })
  }

  private mutating func keepBehindLast(_ lines: [Extra]) {
    guard let last = reaction.components.indices.last else { return }
    reaction.components[last].molecule.extras += lines
  }
}
