import Testing

@testable import Documents

/// Desktop entries and lists of associations.
@Suite struct GroupedLinesTests {
  private func lines(_ text: String) -> GroupedLines { GroupedLines(Array(text.utf8)) }

  @Test("Grouped lines: the first value counts, comments do not")
  func theFirstOfSeveralCountsAndCommentsDoNot() {
    let lines = lines("x=0\n[A]\n#x=1\n x = 2 \r\nx=3\ny=\n[B]\nx=4\n[A]\nz=5\nx=6\n")
    #expect(lines.value("x", in: "A") == "2")
    #expect(lines.value("x", in: "B") == "4")
    #expect(lines.value("z", in: "A") == "5")
    #expect(lines.value("y", in: "A") == "")
    #expect(lines.value("y", in: "B") == nil && lines.value("x", in: "C") == nil)
  }

  @Test("Grouped lines: a list is separated by semicolons")
  func aListIsOfWhatStandsBetweenSemicolons() {
    #expect(lines("[A]\nx=a; b ;;c\n").list("x", in: "A") == ["a", "b", "c"])
    #expect(lines("[A]\nx=;\n").list("x", in: "A") == [])
    #expect(lines("[A]\n").list("x", in: "A") == [])
  }

  @Test("Grouped lines: a header is the text between brackets")
  func aHeaderIsWhatStandsBetweenBrackets() {
    let lines = lines("[]\nx=1\n[A]]\nx=2\n[ B ]\nx=3\n[C\n A]\nx=4")
    #expect(["", "A]", " B "].map { lines.value("x", in: $0) } == ["1", "2", "3"])
    #expect(lines.value("x", in: "C") == nil)
  }
}
