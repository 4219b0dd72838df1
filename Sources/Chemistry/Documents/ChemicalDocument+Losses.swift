extension ChemicalDocument {
  private static let tableAdvice = "Write a molfile, an SDfile or an RDfile to keep it."

  /// The parts that connection tables alone can say.
  var tableLosses: [Problem] {
    losses(advice: Self.tableAdvice) { name, molecules in
      var words: [String] = []
      for word in molecules.flatMap(\.onlyInTables) where !words.contains(word) {
        words.append(word)
      }
      return words.isEmpty ? nil : "Left out of \(name): \(words.joined(separator: ", "))."
    }
  }

  /// The choices that SketchEl forces: an order for a query's bond, and none of how two electrons are paired.
  var definiteLosses: [Problem] {
    let queries: Set<Bond.Order> = [.singleOrDouble, .singleOrAromatic, .doubleOrAromatic, .any]
    let bonds = losses(advice: Self.tableAdvice) { name, molecules in
      molecules.contains { $0.bonds.contains { queries.contains($0.order) } }
        ? "The query bonds of \(name) are written as single and double ones." : nil
    }
    let pairs = losses(advice: "Write a molfile, an SDfile or a CDX file to keep it.") {
      name, molecules in
      molecules.contains { $0.atoms.contains(where: \.isSinglet) }
        ? "That electrons of \(name) are paired, as in a singlet, is left out." : nil
    }
    return bonds + pairs
  }

  /// The fields that SketchEl alone has.
  var sketchElLosses: [Problem] {
    losses(advice: "Write SketchEl or a DataSheet to keep them; the structure is complete.") {
      name, molecules in
      molecules.contains(where: \.hasSketchElFields)
        ? "Fields of \(name) that only SketchEl has are left out." : nil
    }
  }

  /// One problem for each record whose molecules give a sentence. A record without a name goes by its number.
  private func losses(
    advice: String, sentence: (_ name: String, _ molecules: [Molecule]) -> String?
  ) -> [Problem] {
    records.enumerated().compactMap { index, record in
      let molecules =
        record.molecule.map { [$0] } ?? record.reaction?.components.map(\.molecule) ?? []
      let name = record.name.isEmpty ? "record \(index + 1)" : "“\(record.name)”"
      return sentence(name, molecules).map { Problem(.whole, $0, advice: advice) }
    }
  }
}
