import Core

/// Collects the data of records that a format can't store, while the records are written.
///
/// Some losses depend on how a format is written, such as a line that looks like a keyword of the
/// format. The format's writer lists them in its own `problems`.
public struct RecordLosses {
  private let format: ChemicalFormat
  private var recordCount = 0
  private var absences = FormatErrors()
  private var list = FormatErrors()
  private static let tableAdvice = "Write a molfile, an SDfile or an RDfile to keep it."

  /// Creates a collection of the losses of one format: `RecordLosses(as: .sdfile)`.
  public init(as format: ChemicalFormat) { self.format = format }

  /// One error for each kind of loss so far, with its count. Missing structures are first.
  public var problems: [FormatError] { absences.all + list.all }

  /// Notes the data of a record that the format can't store. Call it once for each record.
  public mutating func note(_ record: Record) {
    recordCount += 1
    let name = record.name.isEmpty ? "record \(recordCount)" : "“\(record.name)”"
    noteAbsence(in: record, name)
    let molecules =
      record.molecule.map { [$0] } ?? record.reaction?.components.map(\.molecule) ?? []
    if [.sketchEl, .dataSheet, .cdx].contains(format) { noteTables(molecules, name) }
    if format == .sketchEl || format == .dataSheet {
      noteChoices(molecules, name)
    } else if molecules.contains(where: \.hasSketchElFields) {
      let advice = "Write SketchEl or a DataSheet to keep them; the structure is complete."
      list.note(of: name, advice: advice) { "Fields of \($0) that only SketchEl has are left out." }
    }
    if !record.registry.isEmpty, format != .rdfile {
      list.note(of: name, advice: "Write an RDfile to keep it.") {
        "The registry number of \($0) is left out."
      }
    }
    noteFields(of: record, name)
  }

  /// Unreadable structures look like missing ones in the new file.
  private mutating func noteAbsence(in record: Record, _ name: String) {
    let isEmpty = record.molecule?.atoms.isEmpty == true
    if format == .cdx, record.structure == .none || isEmpty {
      let reason = isEmpty ? "no atoms" : "no structure that can be read"
      absences.note(of: name, advice: "Write an SDfile or a DataSheet to keep its fields.") {
        "Left out of the drawing: \($0), which has \(reason)."
      }
    } else if format == .sdfile, record.unread != nil {
      // An unread SDfile entry is written byte for byte.
      return
    } else if record.structure == .none, !record.problems.isEmpty {
      absences.note(of: name, advice: record.problems[0].description) {
        "Written without a structure, since none can be read: \($0)."
      }
    }
  }

  private mutating func noteTables(_ molecules: [Molecule], _ name: String) {
    let omissions = molecules.flatMap(\.onlyInTables).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    guard !omissions.isEmpty else { return }
    list.note(of: name, advice: Self.tableAdvice) {
      "Left out of \($0): \(omissions.joined(separator: ", "))."
    }
  }

  /// Notes what SketchEl can't express: query bonds, and paired electrons as in a singlet carbene.
  private mutating func noteChoices(_ molecules: [Molecule], _ name: String) {
    let queries: Set<Bond.Order> = [.singleOrDouble, .singleOrAromatic, .doubleOrAromatic, .any]
    if molecules.contains(where: { $0.bonds.contains { queries.contains($0.order) } }) {
      list.note(of: name, advice: Self.tableAdvice) {
        "The query bonds of \($0) are written as single and double ones."
      }
    }
    if molecules.contains(where: { $0.atoms.contains(where: \.isSinglet) }) {
      list.note(of: name, advice: "Write a molfile, an SDfile or a CDX file to keep it.") {
        "That electrons of \($0) are paired, as in a singlet, is left out."
      }
    }
  }

  /// The writers of formats without fields report other losses themselves.
  private mutating func noteFields(of record: Record, _ name: String) {
    let hasReaction = record.fields.contains {
      if case .reaction = $0.value { true } else { false }
    }
    if hasReaction, [.sdfile, .dataSheet].contains(format) {
      list.note(of: name, advice: "Write an RDfile to keep it.") {
        "A reaction in a field of \($0) is written as its name or formulas."
      }
    }
    let hasAnnotation = record.fields.contains {
      // Many programs write the record's number here. It is redundant.
      !$0.annotation.isEmpty && $0.annotation != "(\(recordCount))"
    }
    if hasAnnotation, [.rdfile, .dataSheet].contains(format) {
      list.note(of: name, advice: "Write an SDfile to keep it.") {
        "Text beside the field names of \($0) is left out."
      }
    }
  }
}

extension Molecule {
  var onlyInTables: [String] {
    var descriptions: [String] = []
    if !comment.trimmed.isEmpty { descriptions.append("the comment line") }
    if isChiral { descriptions.append("the chiral flag") }
    descriptions +=
      featureDescriptions(atoms.lazy.map(\.extras)) + featureDescriptions(bonds.lazy.map(\.extras))
    if !groups.isEmpty { descriptions.append("S-groups") }
    let others = Set(extras.lazy.filter { $0.origin == .connectionTable }.map(\.key))
    if others.contains("COLLECTION") { descriptions.append("collections") }
    if others.contains("AFTER") { descriptions.append("templates") }
    if others.contains("INSIDE") || others.contains("V2000") {
      descriptions.append("lines that this program doesn't know")
    }
    return descriptions
  }

  var hasSketchElFields: Bool {
    func isOne(_ extra: Extra) -> Bool { extra.origin == .sketchEl }
    return atoms.contains { $0.extras.contains(where: isOne) }
      || bonds.contains { $0.extras.contains(where: isOne) }
  }

  private func featureDescriptions(_ parts: some Sequence<[Extra]>) -> [String] {
    var keys: Set<String> = []
    for extras in parts where !extras.isEmpty {
      for extra in extras where extra.origin == .connectionTable { keys.insert(extra.key) }
    }
    // The parity is recomputed from the drawing, and the label shows a monomer's class.
    keys.subtract(["CFG", Atom.templateKey])
    return keys.sorted().map { Molecule.featureDescriptions[$0] ?? $0 }
  }

  /// Descriptions of V3000's keywords, from the CTfile specification.
  private static let featureDescriptions = [
    "ALIAS": "aliases", "ATTCHORD": "attachment orders", "ATTCHPT": "attachment points",
    "EXACHG": "exact changes", "HCOUNT": "hydrogen counts", "INVRET": "inversion or retention",
    "RBCNT": "ring bond counts", "RXCTR": "reacting centers", "SEQID": "sequence numbers",
    "STBOX": "stereo care boxes", "SUBST": "substitution counts", "TOPO": "bond topologies",
    "UNSAT": "unsaturated atoms", "VALUE": "values of atoms",
  ]
}
