import Documents
import Molecules
import Testing

@Suite struct DocumentRegistryTests {
  private let registry = DocumentRegistry.chemistry

  private func type(
    _ head: DocumentHead, mimeType: String? = nil, named name: String? = nil
  ) throws -> String {
    try registry.identify(head, mimeType: mimeType, fileName: name).type.id
  }

  private func refusal(_ head: DocumentHead, named name: String) -> DocumentError? {
    do {
      _ = try registry.identify(head, fileName: name)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Document type follows the content, whatever the file name",
    arguments: [
      (Samples.sketchEl, "sketchEl"), ("Elements!(1,0)\n", "sketchEl"), (Samples.counts, "molfile"),
      (Samples.sdfile, "sdfile"), (Samples.rxn, "rxnfile"), ("\n$RXN V3000\n", "rxnfile"),
      ("$RDFILE 1\n", "rdfile"), ("$RFMT\n$RXN\n", "rdfile"), (Samples.dataSheet, "dataSheet"),
      ("VmpDRDAxMDAEAwIB", "cdx"), ("\u{FEFF}" + Samples.counts, "molfile"),
      ("\u{FEFF}" + Samples.sketchEl, "sketchEl"),
    ])
  func theContentTellsWhateverTheNameSays(text: String, id: String) throws {
    for name in [nil, "a", "a.el", "a.rdf", "a.txt"] {
      let found = try registry.identify(DocumentHead(text: text), fileName: name)
      #expect(found.type.id == id)
      #expect(found.evidence == .content)
    }
  }

  @Test("Document type: content before MIME type before file name")
  func theContentIsBelievedBeforeTheMIMETypeAndThatBeforeTheName() throws {
    let head = DocumentHead(text: Samples.rxn)
    let found = try registry.identify(head, mimeType: "chemical/x-cdx", fileName: "a.mol")
    #expect(found.type.id == "rxnfile")
    #expect(found.footer == "a.mol is read as RXN file, its real type, not as ChemDraw CDX.")
    let unknown = DocumentHead(text: "lost lines\n")
    #expect(try type(unknown, mimeType: "Chemical/X-MDL-SDfile; v=1", named: "a.mol") == "sdfile")
    #expect(try type(unknown, mimeType: "text/plain", named: "a.mol") == "molfile")
  }

  @Test("Document type SDfile of one record follows the file name")
  func onlyTheNameTellsAnSDfileOfOneRecord() throws {
    let one = DocumentHead(text: Samples.counts)
    #expect(try type(one, named: "a.sdf") == "sdfile")
    #expect(try type(one, named: "/b.mol/A.SD") == "sdfile")
    #expect(try type(one, mimeType: "chemical/x-mdl-sdfile", named: "a.mol") == "sdfile")
    #expect(try type(one, named: "a.mol") == "molfile")
    // The other way round a name changes nothing, and that is said.
    let many = try registry.identify(DocumentHead(text: Samples.sdfile), fileName: "x/a.mol")
    #expect(many.type.id == "sdfile")
    #expect(many.footer == "a.mol is read as SDfile, its real type, not as Molfile.")
  }

  @Test("Document type by file name alone has a footer that says so")
  func aTextThatOnlyItsNameDescribesIsOpenedWithARemark() throws {
    let found = try registry.identify(DocumentHead(text: "nothing\n"), fileName: "a.mol")
    #expect(found.evidence == .name)
    #expect(found.footer == "Only its name says that a.mol is of the type Molfile.")
  }

  @Test(
    "Document of a foreign type is refused by its name",
    arguments: [
      (
        "init.el", Samples.lisp, ForeignContent.text,
        "a text. Files called .el are also Emacs Lisp."
      ),
      (
        "a.rdf", Samples.rdfXML, .xml(root: "RDF"),
        "RDF/XML. Files called .rdf are also RDF/XML and Turtle."
      ),
      (
        "a.rdf", Samples.turtle, .known("RDF in Turtle"),
        "RDF in Turtle. Files called .rdf are also RDF/XML and Turtle."
      ),
      ("a.mol", "<svg/>", .xml(root: "svg"), "an SVG picture."),
      ("a.ds", "<note>", .xml(root: "note"), "an XML document with the root element “note”."),
      ("a.ds", "<!-- no end", .xml(root: ""), "an XML document without a root element."),
      ("a.mol", "a\u{0}b", .binary, "a binary file."),
      ("a.txt", "text", .text, "a text."),
      ("a.rxn", "text", .text, "a text."),
    ])
  func otherFilesAreRefusedAndNamed(
    name: String, text: String, content: ForeignContent, end: String
  ) throws {
    let problem = try #require(refusal(DocumentHead(text: text), named: "/folder/" + name))
    guard case .foreign(name, content, _, _) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(problem.errorDescription == "\(name) isn't opened: it is \(end)")
    #expect(problem.recoverySuggestion?.hasPrefix("These can be opened: Molfile, SDfile") == true)
  }

  @Test(
    "Document that is compressed or UTF-16 is refused with advice",
    arguments: [
      ([0x1F, 0x8B, 8, 0], "compressed with gzip", "Unpack it with gunzip first."),
      ([0xFF, 0xFE, 0x24, 0], "a text in UTF-16", "Save it as UTF-8."),
      ([0xFE, 0xFF, 0, 0x24], "a text in UTF-16", "Save it as UTF-8."),
      ([0xFF, 0xFE, 0, 0, 0x24, 0, 0, 0], "a text in UTF-32", "Save it as UTF-8."),
      ([0x42, 0x5A, 0x68, 0x39], "compressed with bzip2", "Unpack it with bunzip2 first."),
    ])
  func packedAndWideTextsSayWhatToDo(bytes: [UInt8], words: String, advice: String) throws {
    let problem = try #require(refusal(DocumentHead(bytes), named: "a.mol"))
    #expect(problem.errorDescription == "a.mol isn't opened: it is \(words).")
    #expect(problem.recoverySuggestion == advice)
  }

  @Test(
    "Document that is empty is refused as empty",
    arguments: [[], [0x20, 0x0A], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0xBF, 0x0D, 0x0A]])
  func emptyFilesAreCalledEmpty(bytes: [UInt8]) throws {
    let problem = try #require(refusal(DocumentHead(bytes), named: "a.mol"))
    #expect(problem.errorDescription == "a.mol is empty.")
  }

  @Test("Document type of a text with NULs follows its content")
  func aTextWithNULsIsStillWhatItSays() throws {
    let text = Samples.counts.replacing("name", with: "na\u{0}me")
    #expect(try type(DocumentHead(text: text), named: "a.mol") == "molfile")
    #expect(try type(DocumentHead(Samples.cdx), named: "a.mol") == "cdx")
  }

  @Test("Document type of hidden files and names without a dot is unknown")
  func hiddenFilesAndNamesWithoutADotHaveNoExtension() {
    #expect(registry.type(ofFileName: ".mol") == nil)
    #expect(registry.type(ofFileName: "/a.mol/b") == nil)
    #expect(registry.type(ofFileName: "a.b.MOL")?.id == "molfile")
  }

  @Test("Document type is found by its ID") func aTypeIsFoundByItsID() {
    #expect(registry["rxnfile"]?.name == "RXN file")
    #expect(registry["RXN file"] == nil)
  }

  @Test func noTwoTypesShareAnIDAnExtensionOrAMIMEType() {
    let types = registry.types
    #expect(Set(types.map(\.id)).count == types.count)
    #expect(Set(types.flatMap(\.extensions)).count == types.flatMap(\.extensions).count)
    #expect(Set(types.flatMap(\.mimeTypes)).count == types.flatMap(\.mimeTypes).count)
  }
}
