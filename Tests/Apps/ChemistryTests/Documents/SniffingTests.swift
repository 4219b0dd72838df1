import Testing

@testable import Chemistry

@Suite struct SniffingTests {
  private func sniff(_ text: String) -> ChemicalFormat.Sniffed {
    ChemicalFormat.sniff(Array(text.utf8))
  }

  @Test("Chemical format is recognized by content") func theContentTellsTheFormat() {
    #expect(sniff(Samples.alanine) == .format(.molfile))
    #expect(sniff(Samples.alanineExtended) == .format(.molfile))
    #expect(sniff(Samples.alanine + "$$$$\n") == .format(.sdfile))
    #expect(sniff(Samples.alanine + "> <x>\n1\n") == .format(.sdfile))
    #expect(sniff("\u{FEFF}" + Samples.alanine) == .format(.molfile))
    #expect(sniff("$RXN\n\n\n\n  0  0\n") == .format(.rxnfile))
    #expect(sniff("$RXN V3000\n") == .format(.rxnfile))
    #expect(sniff("$RDFILE 1\n") == .format(.rdfile))
    #expect(sniff("\n$RFMT\n$RXN\n") == .format(.rdfile))
    #expect(sniff("SketchEl!(1,0)\n") == .format(.sketchEl))
    #expect(sniff("Elements!(1,0)\n") == .format(.sketchEl))
    #expect(sniff("<?xml version='1.0'?><!-- <a> -->\n<DataSheet>") == .format(.dataSheet))
    #expect(sniff("VjCD0100") == .format(.cdx))
    #expect(sniff("VmpDRDAxMDA=") == .format(.cdx))
  }

  @Test(
    "Chemical format: other files are named",
    arguments: [
      ("(defun x ())\n", "a text that is none of the chemical formats"),
      (";;; sketchel.el --- SketchEl!(\n", "a text that is none of the chemical formats"),
      ("<rdf:RDF xmlns:rdf='x'>", "an XML file with the root element “rdf:RDF”"),
      ("<CDXML>", "an XML file with the root element “CDXML”"),
      ("\u{1F}\u{0}", "a binary file"), ("PK\u{3}\u{4}", "a ZIP archive"),
      ("@prefix x: <y> .\n", "a text that is none of the chemical formats"),
      ("a\nb\nc\n  1  1\nd\n", "a text that is none of the chemical formats"),
    ])
  func otherFilesAreNamed(text: String, what: String) {
    #expect(sniff(text) == .other(what))
  }

  @Test("Chemical format: compressed and UTF-16 files are named")
  func compressedAndWideTextsAreNamed() {
    #expect(ChemicalFormat.sniff([0x1F, 0x8B, 8]) == .other("a file compressed with gzip"))
    #expect(
      ChemicalFormat.sniff([0xFF, 0xFE, 0x24, 0]) == .other("a text in UTF-16; save it as UTF-8"))
    #expect(ChemicalFormat.sniff([]) == .empty)
    #expect(ChemicalFormat.sniff([0x20, 0x0A]) == .empty)
  }

  @Test func theExtensionTellsAnSDfileOfOneRecord() {
    let bytes = Array(Samples.alanine.utf8)
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.mol") == .format(.molfile))
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.SDF") == .format(.sdfile))
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.rdf") == .format(.molfile))
    let many = Array((Samples.alanine + "$$$$\n").utf8)
    #expect(ChemicalFormat.format(of: many, fileName: "a.mol") == .format(.sdfile))
  }
}
