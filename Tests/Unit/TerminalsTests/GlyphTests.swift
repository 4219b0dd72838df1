import Testing

@testable import Terminals

@Suite struct GlyphTests {
  @Test("Glyph keeps each style of each role", arguments: Role.allCases)
  func everyStyleOfARoleComesOutAsItWentIn(role: Role) {
    for (isSelected, isField) in [(false, false), (true, false), (false, true), (true, true)] {
      let style = Style(role, isSelected: isSelected, isField: isField)
      #expect(Glyph("x", width: 1, style: style).style == style)
      #expect(Glyph(clusterOfWidth: 2, style: style).style == style)
      #expect(Glyph.continuation(style).style == style)
      #expect(Glyph(ascii: 0x78, styleBits: style.bits) == Glyph("x", width: 1, style: style))
    }
  }

  @Test(
    "Glyph keeps its scalar and width",
    arguments: [" ", "~", "é", "漢", "\u{10FFFF}"] as [Unicode.Scalar], 0...2)
  func aScalarAndItsWidthComeOutAsTheyWentIn(scalar: Unicode.Scalar, width: Int) {
    let glyph = Glyph(scalar, width: width, style: Style(.warning, isSelected: true, isField: true))
    #expect(glyph.scalar == scalar)
    #expect(glyph.width == width)
    #expect(glyph.isContinuation == (width == 0))
    #expect(!glyph.isCluster)
  }

  @Test("Glyph of a cluster knows its kind", arguments: 1...2)
  func aClusterKnowsThatItIsOne(width: Int) {
    let glyph = Glyph(clusterOfWidth: width, style: .text)
    #expect(glyph.isCluster)
    #expect(glyph.width == width)
  }
}
