import Testing

@testable import Documents

/// Lists of associations, of which others' lines stay byte for byte.
@Suite struct GroupedLinesTests {
  private func lines(_ text: String) -> GroupedLines { GroupedLines(Array(text.utf8)) }

  private func text(_ lines: GroupedLines) -> String {
    String(decoding: lines.bytes, as: UTF8.self)
  }

  @Test(
    "Grouped lines are written as read if unchanged",
    arguments: ["", "\n", "a", "[A]\nx=1", "[A]\r\nx = 1 \r\n\r\n", "# [A]\n\n[A\n"])
  func whatIsNotChangedStaysAsItIs(text: String) {
    #expect(self.text(lines(text)) == text)
  }

  @Test("Grouped lines: the first value counts, comments do not")
  func theFirstOfSeveralCountsAndCommentsDoNot() {
    let lines = lines("x=0\n[A]\n#x=1\n x = 2 \nx=3\ny=\n[B]\nx=4\n[A]\nz=5\n")
    #expect(lines.groups == ["A", "B", "A"])
    #expect(lines.value("x", in: "A") == "2")
    #expect(lines.value("x", in: "B") == "4")
    #expect(lines.value("z", in: "A") == "5")
    #expect(lines.value("y", in: "A") == "")
    #expect(lines.value("y", in: "B") == nil && lines.value("x", in: "C") == nil)
    #expect(lines.pairs(in: "A").map(\.key) == ["x", "x", "y", "z"])
  }

  @Test("Grouped lines: a list is separated by semicolons")
  func aListIsOfWhatStandsBetweenSemicolons() {
    #expect(lines("[A]\nx=a; b ;;c\n").list("x", in: "A") == ["a", "b", "c"])
    #expect(lines("[A]\nx=;\n").list("x", in: "A") == [])
  }

  @Test(
    "Grouped lines: an element is added once",
    arguments: [
      ("", "[A]\nk=e;\n"), ("[A]\nk=a", "[A]\nk=a;e;"), ("[A]\nk=a;\n", "[A]\nk=a;e;\n"),
      ("[A]\nk=\n", "[A]\nk=e;\n"), ("[A]\r\nk=a \r\n", "[A]\r\nk=a;e;\r\n"),
      ("[A]\na=1\n\n[B]\nk=2\n", "[A]\na=1\nk=e;\n\n[B]\nk=2\n"),
      ("[B]\nk=1", "[B]\nk=1\n\n[A]\nk=e;\n"), ("[B]\n\n", "[B]\n\n[A]\nk=e;\n"),
      ("[A]", "[A]\nk=e;\n"), ("[A]\na=1", "[A]\na=1\nk=e;\n"),
      ("[A]\na=1\n \t\n[B]\n", "[A]\na=1\nk=e;\n \t\n[B]\n"),
    ])
  func anElementIsAddedOnce(before: String, after: String) {
    var lines = lines(before)
    let isNew = lines.add("e", to: "k", in: "A")
    #expect(isNew)
    #expect(text(lines) == after)
    let isNewAgain = lines.add("e", to: "k", in: "A")
    #expect(!isNewAgain)
    #expect(text(lines) == after)
  }

  @Test(
    "Grouped lines: an element is removed with what it leaves empty",
    arguments: [
      ("[A]\nk=a;e;b;\n", "[A]\nk=a;b;\n"), ("[A]\nk=e;\r\nx=e;a\r\n", "[A]\nx=a;\r\n"),
      ("[B]\nx=1\n\n[A]\nk=e;\n", "[B]\nx=1\n"), ("[A]\nk=e\n\n[B]\nx=e\n", "\n[B]\nx=e\n"),
      ("[A]\nk=ee;\n", "[A]\nk=ee;\n"), ("[B]\nk=e;\n", "[B]\nk=e;\n"),
      ("[A]\nk=e;\n \t\n[B]\n", " \t\n[B]\n"),
    ])
  func anElementIsTakenOutAndWhatIsEmptyThenGoes(before: String, after: String) {
    var lines = lines(before)
    lines.remove("e", from: ["A"], keeping: [])
    #expect(text(lines) == after)
  }

  @Test("Grouped lines: an empty group stays on request") func aGroupThatIsToStayStays() {
    var lines = lines("[A]\nk=e;\n")
    lines.remove("e", from: ["A"], keeping: ["A"])
    #expect(text(lines) == "[A]\n")
    #expect(lines.isEmpty)
  }

  @Test("Grouped lines: removal restores the earlier line")
  func whatWasThereBeforeStaysOrIsAsItWas() {
    var lines = lines("[A]\nk=a;e;\nx=e;\n")
    lines.remove("e", from: ["A"], keeping: [], asBefore: self.lines("[A]\nk = a\nx=e\n"))
    #expect(text(lines) == "[A]\nk = a\nx=e;\n")
  }

  @Test(
    "Grouped lines with only headers and blanks are empty",
    arguments: [("", true), ("\n[A]\n \n", true), ("[A]\n#\n", false), ("a=1", false)])
  func onlyHeadersAndBlanksAreNothing(text: String, isEmpty: Bool) {
    #expect(lines(text).isEmpty == isEmpty)
  }

  @Test("Grouped lines: a header is the text between brackets")
  func aHeaderIsWhatStandsBetweenBrackets() {
    #expect(lines("[]\nx=1\n[A]]\n[ B ]\n[C\n A]\n").groups == ["", "A]", " B "])
    #expect(lines("[]\nx=1\n").value("x", in: "") == "1")
  }

  @Test("Grouped lines: a removed group takes the blank line above it")
  func aGroupInTheMiddleGoesWithTheBlankLineAboveIt() {
    var lines = lines("[B]\nx=1\n\n[A]\nk=e;\n\n[C]\nx=1\n")
    lines.remove("e", from: ["A"], keeping: [])
    #expect(text(lines) == "[B]\nx=1\n\n[C]\nx=1\n")
    var others = self.lines("[B]\nx=1\n[A]\nk=e;\n[C]\nx=1\n")
    others.remove("e", from: ["A"], keeping: [])
    #expect(text(others) == "[B]\nx=1\n[C]\nx=1\n")
  }
}
