import Testing

@testable import TerminalNcurses

@Suite struct AnswerCollectorTests {
  /// Collects an answer from behind its start; returns it, and the number of bytes read.
  private func collect(
    _ kind: AnswerCollector.Kind, _ text: String
  ) -> (AnswerCollector.Progress, read: Int) {
    var collector = AnswerCollector(kind)
    var read = 0
    for byte in text.utf8 {
      read += 1
      let progress = collector.take(byte)
      if progress != .unfinished { return (progress, read) }
    }
    return (.unfinished, read)
  }

  // xterm's ctlseqs: CSI ? Ps ; … c.
  @Test func attributesEndWithTheirLetter() {
    let (progress, read) = collect(.attributes, "62;4;22cq")
    #expect(progress == .whole(.attributes([62, 4, 22])))
    #expect(read == 8)
    #expect(collect(.attributes, "6c").0 == .whole(.attributes([6])))
    #expect(collect(.attributes, ";c").0 == .whole(.attributes([])))
    #expect(collect(.attributes, "99999999999999999999;4c").0 == .whole(.attributes([4])))
  }

  @Test func otherReportsAreReadToTheirEndAndMeanNothing() {
    #expect(collect(.attributes, "2026;2$yq").0 == .whole(nil))
    #expect(collect(.image, "i=7;OK\u{1B}\\").0 == .whole(nil))
    #expect(collect(.image, "\u{1B}\\").0 == .whole(nil))
  }

  // kitty's graphics protocol: ESC _ G i=31;OK ESC \ or an error in place of OK.
  @Test func theWordAboutAnImageIsRead() {
    #expect(collect(.image, "i=31;OK\u{1B}\\").0 == .whole(.image("OK")))
    #expect(collect(.image, "i=31,p=1;EINVAL: no\u{1B}\\").0 == .whole(.image("EINVAL: no")))
  }

  // xterm's ctlseqs: DCS > | text ST.
  @Test func aVersionIsRead() {
    let (progress, read) = collect(.version, "iTerm2 3.5.0\u{1B}\\q")
    #expect(progress == .whole(.version("iTerm2 3.5.0")))
    #expect(read == 14)
    #expect(collect(.version, "XTerm(370)\u{07}").0 == .whole(.version("XTerm(370)")))
  }

  @Test func aKeyInAnUnfinishedAnswerIsGivenBack() {
    #expect(collect(.attributes, "62;\u{1B}") == (.broken, 4))
    #expect(collect(.version, "iTerm\u{1B}[") == (.broken, 7))
    #expect(collect(.image, "i=31\r") == (.broken, 5))
  }

  @Test(arguments: AnswerCollector.Kind.allCases) func noAnswerIsEndless(
    kind: AnswerCollector.Kind
  ) {
    let (progress, read) = collect(kind, String(repeating: "1", count: 10_000))
    #expect(progress == .broken)
    #expect(read < 1_000)
  }
}
