/// Writes records with molecules or reactions as the entries of an RDfile.
public struct RDfileWriter {
  private var molfiles: MolfileWriter
  private var reactions: RXNWriter

  /// Creates a writer whose molecules and reactions have a connection table of the given version:
  /// `RDfileWriter(.v3000)`.
  public init(_ version: MolfileWriter.Version = .smallest) {
    molfiles = MolfileWriter(version)
    reactions = RXNWriter(version)
  }

  /// The errors about data that the entries written so far couldn't store.
  public var problems: [FormatError] { molfiles.problems + reactions.problems }

  /// Returns the two header lines with which an RDfile begins, with the date and time of the file,
  /// "06/21/24 14:05", or "01/01/00 00:00" if it is empty.
  public static func head(date: String = "") -> String {
    "$RDFILE 1\n$DATM    \(date.isEmpty ? "01/01/00 00:00" : Characters.oneLine(date))\n"
  }

  /// Returns a record as one entry of an RDfile. A complete file is `head(date:)` followed by the
  /// entries.
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
      // A line that begins with "$" could be read as a keyword, so it gets a blank in front.
      return lines.enumerated().map { index, line in
        let line = (index > 0 && line.hasPrefix("$") ? " " : "") + line
        let width = line.utf8.count + (index == 0 ? "$DATUM ".utf8.count : 0)
        // A line of this length that ends with "+" would be joined with the next.
        let goesOn = width == RDfileReader.fullWidth && line.hasSuffix("+")
        return line + (goesOn ? " \n" : "\n")
      }.joined()
    }
  }
}
