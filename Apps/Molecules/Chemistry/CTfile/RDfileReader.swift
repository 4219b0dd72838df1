import Core

/// Reads one record of an RDfile: a structure, or only a registry number, and its data.
struct RDfileReader {
  var lines: TextLines
  private var record = Record(.none)
  private var problems = FormatErrors()

  init(_ lines: TextLines) { self.lines = lines }

  static func isStart(_ line: TextLine) -> Bool {
    line.hasPrefix("$MFMT") || line.hasPrefix("$RFMT") || line.hasPrefix("$MIREG")
      || line.hasPrefix("$MEREG") || line.hasPrefix("$RIREG") || line.hasPrefix("$REREG")
  }

  /// A value can have other lines that begin with "$": "$12 to $15".
  static func isKeyword(_ line: TextLine) -> Bool {
    isStart(line) || line.hasPrefix("$DTYPE") || line.hasPrefix("$DATUM")
      || line.hasPrefix("$RDFILE")
  }

  mutating func read() -> Record {
    while let line = lines.take() {
      if RDfileReader.isStart(line) {
        readStructure(line)
      } else if line.hasPrefix("$DTYPE") {
        readItem(line)
      } else if !line.isBlank, !line.hasPrefix("$RDFILE"), !line.hasPrefix("$DATM") {
        problems.note(
          line: line.number, "A structure or “$DTYPE” is expected here.",
          advice: "The lines up to the next of those are left out.")
        _ = lines.part { $0.hasPrefix("$DTYPE") }
      }
    }
    record.problems = problems.all
    return record
  }

  private mutating func readStructure(_ line: TextLine) {
    guard line.hasPrefix("$MFMT") || line.hasPrefix("$RFMT") else {
      record.registry = line.trimmed
      return
    }
    record.registry = line.rest(from: 5).trimmed
    if line.hasPrefix("$MFMT") {
      readMolecule().map { record.structure = .molecule($0) }
    } else {
      readReaction().map { record.structure = .reaction($0) }
    }
  }

  private mutating func readMolecule() -> Molecule? {
    var reader = MolfileReader(structureLines())
    defer { problems.note(reader.problems.all) }
    do { return try reader.read() } catch {
      reader.problems.note(error)
    }
    return nil
  }

  private mutating func readReaction() -> Reaction? {
    var reader = RXNReader(structureLines())
    defer { problems.note(reader.problems.all) }
    do { return try reader.read() } catch {
      reader.problems.note(error)
    }
    return nil
  }

  private mutating func structureLines() -> TextLines {
    lines.part { $0.hasPrefix("$DTYPE") || $0.hasPrefix("$DATUM") }
  }

  private mutating func readItem(_ line: TextLine) {
    var name = line.rest(from: 6).trimmed
    // A long name can continue in the next lines.
    while let next = lines.peek(), !next.hasPrefix("$") {
      _ = lines.take()
      name += next.trimmed
    }
    guard let datum = lines.peek(), datum.hasPrefix("$DATUM") else {
      problems.note(
        line: line.number, "“$DATUM” is missing after “$DTYPE”.",
        advice: "The field is left out. Its value belongs after “$DATUM”.")
      return
    }
    _ = lines.take()
    let text = datum.rest(from: 6).trimmed
    switch text.prefix(5) {
    case "$MFMT" where hasMoleculeAhead:
      if let molecule = readMolecule() { record.fields.append(Field(name, .molecule(molecule))) }
    case "$RFMT" where lines.peek()?.hasPrefix("$RXN") == true:
      if let reaction = readReaction() { record.fields.append(Field(name, .reaction(reaction))) }
    default: record.fields.append(Field(name, .text(readText(datum), .string)))
    }
  }

  /// Whether a counts line follows. Otherwise the value is text that begins with "$MFMT".
  private var hasMoleculeAhead: Bool {
    let head = Array(lines.head(6).prefix { !$0.hasPrefix("$DTYPE") })
    return head.first?.hasPrefix("$MDL") == true || MolfileReader.countsIndex(in: head) != nil
  }

  /// The length in bytes of a line that continues in the next, including "+".
  static let fullWidth = 81

  private mutating func readText(_ datum: TextLine) -> String {
    func cut(_ line: TextLine, from start: Int) -> (text: String, goesOn: Bool) {
      let goesOn =
        line.bytes.count == RDfileReader.fullWidth && line.bytes.last == UInt8(ascii: "+")
      let text = line.rest(from: start)
      return (goesOn ? String(text.dropLast()) : text, goesOn)
    }
    var (text, goesOn) = cut(datum, from: datum.bytes.count > 6 ? 7 : 6)
    while let line = lines.peek(), !RDfileReader.isKeyword(line) {
      _ = lines.take()
      let next = cut(line, from: 0)
      text += (goesOn ? "" : "\n") + next.text
      goesOn = next.goesOn
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
