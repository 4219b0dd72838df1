import Core

/// Writes reactions as RXN files: by default V2000 if it can store all molecules, otherwise V3000.
public struct RXNWriter {
  private var molfiles: MolfileWriter
  private let version: MolfileWriter.Version

  /// Creates a writer for RXN files of a version, by default `MolfileWriter.Version.smallest`:
  /// `RXNWriter(.v2000)`.
  public init(_ version: MolfileWriter.Version = .smallest) {
    self.version = version
    molfiles = MolfileWriter(version)
  }

  /// The errors about data that the RXN files written so far couldn't store.
  public var problems: [FormatError] { molfiles.problems }

  /// Returns a reaction as the text of an RXN file.
  public mutating func text(of reaction: Reaction) -> String {
    let ordered = reaction.reactants + reaction.products + reaction.agents
    noteWhatIsLost(reaction)
    let molecules = ordered.map { component in
      var molecule = molfiles.prepared(component.molecule)
      if molecule.name.isEmpty { molecule.name = component.name }
      return molecule
    }
    let counts = [reaction.reactants, reaction.products, reaction.agents].map { $0.count }
    let isExtended = molecules.contains { molfiles.isExtended($0) } || counts.contains { $0 > 999 }
    let origin = reaction.origin.trimmed.isEmpty ? "      Reprise" : reaction.origin
    let head = [reaction.name, origin, reaction.comment].map { Characters.oneLine($0) + "\n" }
    if isExtended {
      return "$RXN V3000\n" + head.joined() + extended(molecules, counts)
    }
    let numbers = (counts[2] == 0 ? Array(counts.prefix(2)) : counts)
      .map { Characters.right($0, 3) }.joined()
    var tables = MolfileWriter(.v2000)
    return "$RXN\n" + head.joined() + numbers + "\n"
      + molecules.map { "$MOL\n" + tables.text(of: $0) }.joined()
  }

  private mutating func noteWhatIsLost(_ reaction: Reaction) {
    guard reaction.components.contains(where: { $0.stoichiometry != nil }) else { return }
    molfiles.problemList.note(
      .whole, "A reaction file has no stoichiometry; it is left out.",
      advice: "Write a DataSheet to keep it.")
  }

  private mutating func extended(_ molecules: [Molecule], _ counts: [Int]) -> String {
    var text = MolfileWriter.extendedLine(
      "COUNTS \(counts[0]) \(counts[1])" + (counts[2] == 0 ? "" : " \(counts[2])"))
    var rest = molecules[...]
    for (role, count) in zip(["REACTANT", "PRODUCT", "AGENT"], counts) {
      // Other programs require the first two blocks, even if they are empty.
      if role == "AGENT", count == 0 { continue }
      text += "M  V30 BEGIN \(role)\n"
      for molecule in rest.prefix(count) {
        text += molfiles.extendedBlock(molecule) + MolfileWriter.linesAfter(molecule)
      }
      text += "M  V30 END \(role)\n"
      rest = rest.dropFirst(count)
    }
    return text + "M  END\n"
  }
}
