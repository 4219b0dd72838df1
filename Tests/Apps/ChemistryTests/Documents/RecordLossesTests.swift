import Testing

@testable import Chemistry

@Suite struct RecordLossesTests {
  private func messages(
    _ document: ChemicalDocument, as format: ChemicalFormat
  ) -> [String] {
    document.written(as: format).problems.map(\.message)
  }

  /// Two records, of which the second can't be read.
  private func damaged() throws -> ChemicalDocument {
    let broken = Samples.alanine.replacing("alanine", with: "broken")
      .replacing(" 0.0000 N", with: " 0.00x0 N")
    let item = "> <A>\n1\n\n$$$$\n"
    return try Samples.document(Samples.alanine + item + broken + item)
  }

  @Test(
    "Chemical writer reports a record without readable structure first",
    arguments: [ChemicalFormat.rdfile, .dataSheet])
  func aStructureThatCannotBeReadIsSaidFirst(format: ChemicalFormat) throws {
    let written = try damaged().written(as: format)
    #expect(
      written.problems.first?.message
        == "Written without a structure, since none can be read: “broken”.")
    #expect(written.problems.first?.advice.contains("Line ") == true)
    #expect(written.count == 2)
    #expect(try ChemicalDocument(written.bytes).records.map(\.name) == ["alanine", "broken"])
  }

  @Test("SDfile writer keeps unreadable records and reports nothing")
  func anSDfileHasWhatCannotBeReadAsItWas() throws {
    let document = try damaged()
    let unread = try #require(document.records[1].unread)
    let written = document.written(as: .sdfile)
    #expect(written.bytes.suffix(unread.bytes.count) == unread.bytes[...])
    #expect(written.problems == [])
    #expect(try ChemicalDocument(written.bytes).records[1].unread == unread)
  }

  @Test("CDX writer counts only records that are drawn") func aDrawingCountsWhatIsDrawn() throws {
    let written = try damaged().written(as: .cdx)
    #expect(written.count == 1)
    #expect(
      written.problems.first?.message
        == "Left out of the drawing: “broken”, which has no structure that can be read.")
    #expect(try ChemicalDocument(written.bytes).records.count == 1)
  }

  @Test("CDX writer omits a molecule without atoms") func aDrawingHasNoMoleculeWithoutAtoms() throws
  {
    let document = ChemicalDocument(
      .sdfile,
      records: [
        Record(.molecule(try Samples.molecule(Samples.alanine))), Record(.molecule(Molecule())),
      ])
    #expect(document.written(as: .cdx).count == 1)
    #expect(
      messages(document, as: .cdx).first
        == "Left out of the drawing: record 2, which has no atoms.")
  }

  @Test("SDfile writer reports no loss for a record without structure")
  func aRecordThatNeverHadAStructureLosesNone() {
    let document = ChemicalDocument(
      .dataSheet, records: [Record(.none, fields: [Field("A", .text("1", .integer))])])
    #expect(messages(document, as: .sdfile) == [])
  }

  @Test("Reaction in a field is written as its formulas and reported")
  func aReactionInAFieldIsWrittenAsItsFormulas() throws {
    let molecule = try Samples.molecule(Samples.alanine)
    let reaction = Reaction(components: [.init(.reactant, molecule), .init(.product, molecule)])
    let document = ChemicalDocument(
      .rdfile,
      records: [Record(.molecule(molecule), fields: [Field("Route", .reaction(reaction))])])
    for format in [ChemicalFormat.sdfile, .dataSheet] {
      let again = try ChemicalDocument(document.written(as: format).bytes)
      #expect(again.records[0]["Route"]?.text == "C3H7NO2 → C3H7NO2", "\(format)")
      #expect(
        messages(document, as: format).contains(
          "A reaction in a field of “alanine” is written as its name or formulas."))
    }
    #expect(messages(document, as: .rdfile) == [])
  }

  @Test(
    "Chemical writers report an omitted registry number",
    arguments: [ChemicalFormat.molfile, .sdfile, .sketchEl, .dataSheet, .cdx])
  func aRegistryNumberThatIsLeftOutIsSaid(format: ChemicalFormat) throws {
    var record = Record(.molecule(try Samples.molecule(Samples.alanine)))
    record.registry = "$MIREG 12"
    let document = ChemicalDocument(.rdfile, records: [record])
    #expect(
      messages(document, as: format).contains("The registry number of “alanine” is left out."))
    #expect(messages(document, as: .rdfile) == [])
  }

  @Test("Chemical writers report omitted DataSheet metadata")
  func whatADataSheetSaysOfItselfIsSaidToBeLeftOut() throws {
    var document = try Samples.document(Samples.alanine + "$$$$\n")
    (document.title, document.summary) = ("Codes", "of our own")
    document.columns = [.init("A", .text(.string), summary: "in °C")]
    document.extensions = [.init(name: "mine", type: "com.example.x", text: "x")]
    let lost =
      "Left out of the DataSheet: the title, the description, the descriptions of columns, the parts for other programs."
    #expect(messages(document, as: .sdfile) == [lost])
    #expect(messages(document, as: .rdfile) == [lost])
    #expect(!messages(document, as: .dataSheet).contains(lost))
  }

  @Test("Chemical writers report omitted field annotations")
  func whatStandsBesideAFieldsNameIsSaidToBeLeftOut() throws {
    let text = Samples.alanine + ">  <A> (1)\n1\n\n"
    let lost = "Text beside the field names of “alanine” is left out."
    let own = try Samples.document(text + "$$$$\n")
    #expect(messages(own, as: .rdfile) == [])
    let document = try Samples.document(text + "> <B> (MFCD1)\n1\n\n$$$$\n")
    #expect(messages(document, as: .rdfile) == [lost])
    #expect(messages(document, as: .dataSheet).contains(lost))
    #expect(messages(document, as: .sdfile) == [])
  }
}
