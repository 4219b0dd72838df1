import Testing

@testable import Chemistry

/// A molecule that is written and read again is the same.
@Suite(.enabled(if: Corpus.isThere, "../shared/corpus/chemical isn't there"))
struct RoundTripTests {
  /// All molecules and reactions of the corpus with their fields, and where they come from.
  private func records(_ directories: [String]) throws -> [(place: String, record: Record)] {
    try Corpus.files(directories).flatMap { file -> [(String, Record)] in
      let records = (try? file.document())?.records ?? []
      return records.enumerated().map { ("\(file)#\($0)", $1) }.filter { _, record in
        record.reaction != nil || record.molecule?.atoms.isEmpty == false
      }
    }
  }

  private func check(
    _ directories: [String], as format: ChemicalFormat, version: MolfileWriter.Version = .smallest,
    differences: (Record, Record) -> String?
  ) throws {
    var count = 0
    var missed: [String] = []
    for (place, record) in try records(directories) {
      // Some molfiles of the corpus are reactions.
      if format != .rdfile, format != .cdx, record.reaction != nil { continue }
      count += 1
      let document = ChemicalDocument(format, records: [record])
      let bytes = document.written(as: format, version: version).bytes
      guard let again = try? ChemicalDocument(bytes, as: format), let first = again.records.first,
        again.records.count == 1
      else {
        missed.append("\(place) isn't read again")
        continue
      }
      if let difference = differences(record, first) { missed.append("\(place): \(difference)") }
    }
    #expect(count > 100)
    #expect(missed == [])
  }

  @Test(arguments: [MolfileWriter.Version.v2000, .v3000, .smallest])
  func moleculesComeBackFromSDfilesOfEachVersion(version: MolfileWriter.Version) throws {
    try check(["mol", "sdf", "el"], as: .sdfile, version: version) { before, after in
      guard let molecule = before.molecule, let other = after.molecule else { return "no molecule" }
      if version == .v2000, !MolfileWriter.fitsTable(molecule) { return nil }
      return Likeness(molecule).difference(from: Likeness(other))
        ?? (before.fields.map { $0.text } == after.fields.map { $0.text } ? nil : "fields")
    }
  }

  @Test("Chemical corpus: unknown parts round-trip as V3000") func unknownPartsComeBackInV3000()
    throws
  {
    try check(["mol", "sdf"], as: .molfile, version: .v3000) { before, after in
      guard let molecule = before.molecule, let other = after.molecule else { return "no molecule" }
      func kept(_ molecule: Molecule) -> [Extra] {
        molecule.extras.filter { $0.key != "V2000" }
      }
      return molecule.groups == other.groups && kept(molecule) == kept(other) ? nil : "groups"
    }
  }

  @Test("Chemical corpus: S-groups round-trip as V2000") func groupsComeBackInV2000() throws {
    var count = 0
    try check(["mol", "sdf"], as: .molfile, version: .v2000) { before, after in
      guard let molecule = before.molecule, let other = after.molecule else { return "no molecule" }
      guard MolfileWriter.fitsTable(molecule), !molecule.groups.isEmpty else { return nil }
      count += 1
      let (one, another) = (molecule.groups, other.groups)
      return GroupTests.meaning(of: one) == GroupTests.meaning(of: another) ? nil : "groups"
    }
    #expect(count > 20)
  }

  @Test func moleculesComeBackFromSketchEl() throws {
    try check(["el", "mol", "sdf"], as: .sketchEl) { before, after in
      guard let molecule = before.molecule, let other = after.molecule else { return "no molecule" }
      var expected = Likeness(molecule.kekulized, hasTemplates: false)
      var found = Likeness(other)
      expected.forgetQueries()
      found.forgetQueries()
      return expected.difference(from: found)
    }
  }

  @Test func moleculesAndReactionsComeBackFromCDX() throws {
    try check(["mol", "sdf", "rxn"], as: .cdx) { before, after in
      func parts(_ record: Record) -> [Molecule] {
        if let molecule = record.molecule { return [molecule] }
        let components = record.reaction?.components ?? []
        return Reaction.Role.allCases.flatMap { role in
          components.filter { $0.role == role && !$0.molecule.atoms.isEmpty }.map { $0.molecule }
        }
      }
      let (one, other) = (parts(before), parts(after))
      if one.count != other.count { return "\(one.count) molecules, then \(other.count)" }
      for (molecule, again) in zip(one, other) {
        var expected = Likeness(molecule, hasTemplates: false)
        var found = Likeness(again)
        expected.forgetPlaces()
        found.forgetPlaces()
        if let difference = expected.difference(from: found) { return difference }
      }
      return nil
    }
  }

  @Test(arguments: [MolfileWriter.Version.v3000, .smallest])
  func reactionsComeBackFromRDfiles(version: MolfileWriter.Version) throws {
    try check(["rxn", "rdf"], as: .rdfile, version: version) { before, after in
      guard let reaction = before.reaction, let other = after.reaction else {
        return before.molecule != nil && after.molecule != nil ? nil : "no reaction"
      }
      for role in Reaction.Role.allCases {
        let (one, another) = (reaction.components(role), other.components(role))
        if one.count != another.count { return "\(one.count) components, then \(another.count)" }
        for (component, again) in zip(one, another) {
          let expected = Likeness(component.molecule)
          if let difference = expected.difference(from: Likeness(again.molecule)) {
            return difference
          }
        }
      }
      let fields = before.fields.map { [$0.name, $0.text] }
      return fields == after.fields.map { [$0.name, $0.text] } ? nil : "fields"
    }
  }

  @Test("Chemical corpus: DataSheets round-trip") func sheetsComeBack() throws {
    for file in try Corpus.files(["ds"]) {
      let document = try file.document()
      let again = try ChemicalDocument(
        document.written(as: .dataSheet).bytes, as: .dataSheet)
      #expect(again.columns == document.columns, "\(file)")
      #expect(again.extensions == document.extensions, "\(file)")
      #expect([again.title, again.summary] == [document.title, document.summary], "\(file)")
      #expect(again.problems == [], "\(file)")
      for (before, after) in zip(document.records, again.records) {
        #expect(after.structure == before.structure, "\(file)")
        #expect(after.fields == before.fields, "\(file)")
      }
    }
  }

  @Test("Chemical corpus: DataSheets keep structures by way of SDfiles")
  func sheetsComeBackByWayOfSDfiles() throws {
    var missed: [String] = []
    for file in try Corpus.files(["ds"]) {
      let document = try file.document()
      let bytes = document.written(as: .sdfile).bytes
      let again = try ChemicalDocument(bytes, as: .sdfile)
      for (place, (before, after)) in zip(document.records, again.records).enumerated() {
        guard let molecule = before.molecule, let other = after.molecule else { continue }
        let same =
          molecule.formula == other.formula && molecule.charge == other.charge
          && molecule.expanded.bonds.count == other.bonds.count
        if !same {
          missed.append("\(file)#\(place) \(molecule.formula.hill) \(other.formula.hill)")
        }
      }
    }
    #expect(missed == [])
  }
}
