/// Writes records, molecules and reactions, as entries of an RDfile.
public struct RDfileWriter {
  private var molfiles: MolfileWriter
  private var reactions: RXNWriter

  /// `RDfileWriter(.v3000)`
  public init(_ version: MolfileWriter.Version = .smallest) {
    molfiles = MolfileWriter(version)
    reactions = RXNWriter(version)
  }

  /// The notes about parts that the entries couldn't hold: of all molecules first, then of all reactions.
  public var problems: [FormatError] { molfiles.problems + reactions.problems }

  /// The two lines that an RDfile begins with. The date is month, day, year and time as the format has them.
  public static func head(date: String = "") -> String {
    "$RDFILE 1\n$DATM    \(date.isEmpty ? "01/01/00 00:00" : Characters.oneLine(date))\n"
  }

  /// The text of one entry.
  public mutating func text(of record: Record) -> String {
    let registry = record.registry.isEmpty ? "" : " " + Characters.oneLine(record.registry)
    var text =
      switch record.structure {
      case .molecule(let molecule): "$MFMT\(registry)\n" + self.text(of: molecule)
      case .reaction(let reaction): "$RFMT\(registry)\n" + self.text(of: reaction)
      case .none:
        record.registry.isEmpty
          ? "$MFMT\n" + self.text(of: emptyMolecule(for: record))
          : Characters.oneLine(record.registry) + "\n"
      }
    for field in record.fields {
      text += "$DTYPE \(Characters.oneLine(field.name))\n$DATUM " + datum(field)
    }
    return text
  }

  /// A molecule without atoms, which keeps the name of one that can't be read.
  private func emptyMolecule(for record: Record) -> Molecule {
    var molecule = Molecule()
    molecule.name = record.unread?.name ?? ""
    return molecule
  }

  private mutating func text(of molecule: Molecule) -> String {
    let text = molfiles.text(of: molecule)
    return Container.rdfile.text(of: text, molecule.name, &molfiles.problemList)
  }

  private mutating func text(of reaction: Reaction) -> String {
    let text = reactions.text(of: reaction)
    return Container.rdfile.text(of: text, reaction.name, &molfiles.problemList)
  }

  private mutating func datum(_ field: Field) -> String {
    switch field.value {
    case .molecule(let molecule): return "$MFMT\n" + self.text(of: molecule)
    case .reaction(let reaction): return "$RFMT\n" + self.text(of: reaction)
    case .text(let text, _):
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      // A line that begins with "$" would be a keyword.
      return lines.enumerated().map { place, line in
        let line = (place > 0 && line.hasPrefix("$") ? " " : "") + line
        let width = line.utf8.count + (place == 0 ? "$DATUM ".utf8.count : 0)
        // A line of this length with "+" at its end would go on in the next.
        let goesOn = width == RDfileReader.fullWidth && line.hasSuffix("+")
        return line + (goesOn ? " \n" : "\n")
      }.joined()
    }
  }
}
