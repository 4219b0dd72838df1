import Documents
import Testing

@Suite struct MagicTests {
  @Test("Magic bytes are found only in their range") func bytesAreFoundAtTheirPlacesAlone() {
    let magic = Magic("AB", at: 1...3)
    #expect(magic.isFound(in: Array("xAB".utf8)))
    #expect(magic.isFound(in: Array("xxxAB".utf8)))
    #expect(!magic.isFound(in: Array("AB".utf8)))
    #expect(!magic.isFound(in: Array("xxxxAB".utf8)))
    #expect(!magic.isFound(in: Array("xA".utf8)))
    #expect(!magic.isFound(in: []))
    #expect(!Magic("", at: 0...0).isFound(in: [1]))
    #expect(!Magic("A", at: 5...9).isFound(in: [1]))
  }
}
