extension Molecule {
  /// Descriptions of the parts that only a connection table can store, in the order of a molfile.
  var onlyInTables: [String] {
    var words: [String] = []
    if !comment.trimmed.isEmpty { words.append("the comment line") }
    if isChiral { words.append("the chiral flag") }
    words += featureWords(atoms.lazy.map(\.extras)) + featureWords(bonds.lazy.map(\.extras))
    if !groups.isEmpty { words.append("S-groups") }
    let others = Set(extras.lazy.filter { $0.origin == .connectionTable }.map(\.key))
    if others.contains("COLLECTION") { words.append("collections") }
    if others.contains("AFTER") { words.append("templates") }
    if others.contains("INSIDE") || others.contains("V2000") {
      words.append("lines that this program doesn't know")
    }
    return words
  }

  /// Whether any atom or bond has a field that only SketchEl defines.
  var hasSketchElFields: Bool {
    func isOne(_ extra: Extra) -> Bool { extra.origin == .sketchEl }
    return atoms.contains { $0.extras.contains(where: isOne) }
      || bonds.contains { $0.extras.contains(where: isOne) }
  }

  private func featureWords(_ parts: some Sequence<[Extra]>) -> [String] {
    var keys: Set<String> = []
    for extras in parts where !extras.isEmpty {
      for extra in extras where extra.origin == .connectionTable { keys.insert(extra.key) }
    }
    // The parity is recomputed from the drawing, and the label shows a monomer's class.
    keys.subtract(["CFG", Atom.templateKey])
    return keys.sorted().map { Molecule.featureWords[$0] ?? $0 }
  }

  /// Descriptions of V3000's keywords, from the CTfile specification.
  private static let featureWords = [
    "ALIAS": "aliases", "ATTCHORD": "attachment orders", "ATTCHPT": "attachment points",
    "EXACHG": "exact changes", "HCOUNT": "hydrogen counts", "INVRET": "inversion or retention",
    "RBCNT": "ring bond counts", "RXCTR": "reacting centers", "SEQID": "sequence numbers",
    "STBOX": "stereo care boxes", "SUBST": "substitution counts", "TOPO": "bond topologies",
    "UNSAT": "unsaturated atoms", "VALUE": "values of atoms",
  ]
}
