import Testing

@testable import Chemistry

@Suite struct SniffingTests {
  private func sniff(_ text: String) -> ChemicalFormat? {
    ChemicalFormat.sniff(Array(text.utf8))
  }

  @Test("Chemical format is recognized by content") func theContentTellsTheFormat() {
    #expect(sniff(Samples.alanine) == .molfile)
    #expect(sniff(Samples.alanineExtended) == .molfile)
    #expect(sniff(Samples.alanine + "$$$$\n") == .sdfile)
    #expect(sniff(Samples.alanine + "> <x>\n1\n") == .sdfile)
    #expect(sniff("\u{FEFF}" + Samples.alanine) == .molfile)
    #expect(sniff("$RXN\n\n\n\n  0  0\n") == .rxnfile)
    #expect(sniff("$RXN V3000\n") == .rxnfile)
    #expect(sniff("$RDFILE 1\n") == .rdfile)
    #expect(sniff("\n$RFMT\n$RXN\n") == .rdfile)
    #expect(sniff("SketchEl!(1,0)\n") == .sketchEl)
    #expect(sniff("Elements!(1,0)\n") == .sketchEl)
    #expect(sniff("<?xml version='1.0'?><!-- <a> -->\n<DataSheet>") == .dataSheet)
    #expect(sniff("VjCD0100") == .cdx)
    #expect(sniff("VmpDRDAxMDA=") == .cdx)
  }

  @Test(
    "Chemical format: other files have none",
    arguments: [
      "(defun x ())\n", ";;; sketchel.el --- SketchEl!(\n", "<rdf:RDF xmlns:rdf='x'>", "<CDXML>",
      "<!-- <DataSheet> --><a>", "<?xml version='1.0'?>", "\u{1F}\u{0}", "PK\u{3}\u{4}",
      "PK\u{3}\u{4}" + Samples.alanine, "@prefix x: <y> .\n", "a\nb\nc\n  1  1\nd\n", "", " \n",
    ])
  func otherFilesHaveNone(text: String) {
    #expect(sniff(text) == nil)
  }

  @Test("Chemical format: compressed and UTF-16 files have none")
  func compressedAndWideTextsHaveNone() {
    let text = Array(Samples.alanine.utf8)
    #expect(ChemicalFormat.sniff([0x1F, 0x8B, 8] + text) == nil)
    #expect(ChemicalFormat.sniff([0xFF, 0xFE] + text.flatMap { [$0, 0] }) == nil)
  }

  @Test func theExtensionTellsAnSDfileOfOneRecord() {
    let bytes = Array(Samples.alanine.utf8)
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.mol") == .molfile)
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.SDF") == .sdfile)
    #expect(ChemicalFormat.format(of: bytes, fileName: "a.rdf") == .molfile)
    let many = Array((Samples.alanine + "$$$$\n").utf8)
    #expect(ChemicalFormat.format(of: many, fileName: "a.mol") == .sdfile)
  }

  @Test("Chemical format of a damaged first record is told by the extension, except of a binary")
  func theExtensionTellsAnSDfileWithADamagedRecord() {
    let damaged = "hello\n$$$$\n"
    #expect(ChemicalFormat.format(of: Array(damaged.utf8), fileName: "a.sdf") == .sdfile)
    #expect(ChemicalFormat.format(of: Array(damaged.utf8), fileName: "a.mol") == nil)
    let binary = Array(("\u{0}" + damaged).utf8)
    #expect(ChemicalFormat.format(of: binary, fileName: "a.sdf") == nil)
  }
}
