import Testing

@testable import Documents

/// The first bytes of a file, by which its type is told.
@Suite struct DocumentHeadTests {
  @Test("Document head is limited and skips a byte order mark")
  func onlySoManyBytesAreLookedAtAndNoByteOrderMark() {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = [UInt8](repeating: 0x61, count: DocumentHead.byteCount + 1)
    #expect(DocumentHead(bytes).bytes == Array(bytes.dropLast()))
    #expect(DocumentHead(mark + bytes).bytes == Array(bytes.dropLast()))
    #expect(DocumentHead(mark + mark + [1]).bytes == mark + [1])
    #expect(DocumentHead(mark.dropLast()).bytes == mark.dropLast())
  }

  @Test(
    "Document head of blanks and line ends is blank",
    arguments: [
      ("", true), (" \t\n\u{B}\u{C}\r ", true), ("\u{8}", false), ("\u{E}", false),
      (" \u{0}", false),
      ("a", false), (" a", false), ("\u{A0}", false),
    ])
  func blanksAndLineEndsAreNothing(text: String, isBlank: Bool) {
    #expect(DocumentHead(text: text).isBlank == isBlank)
  }

  @Test("Document head with NUL in the first 4 KiB is binary")
  func aNULAmongTheFirstFourKibibytesIsInNoText() {
    let text = [UInt8](repeating: 0x61, count: 4095)
    #expect(DocumentHead(text + [0]).isBinary)
    #expect(!DocumentHead(text + [0x61, 0]).isBinary)
    #expect(!DocumentHead([]).isBinary)
  }

  @Test(
    "Document head skips blanks to the first visible byte",
    arguments: [
      ("", nil), (" \t\n", nil), ("ab", 0x61), ("  \r\n\u{1} b c", 0x62), ("!a", 0x21),
    ] as [(String, UInt8?)])
  func theFirstThatIsSeenIsNoBlank(text: String, byte: UInt8?) {
    #expect(DocumentHead(text: text).firstInk == byte)
  }

  @Test(
    "Document head: first line is the first that is not blank",
    arguments: [
      ("", ""), ("a", "a"), ("a b \nc", "a b "), ("a\rb", "a"), (" \n\r\t a\r\nb", "a"),
      (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
      (String(repeating: "x", count: 201), String(repeating: "x", count: 200)),
    ])
  func theFirstLineIsThatWithSomethingInIt(text: String, line: String) {
    #expect(DocumentHead(text: text).firstLine == line)
  }

  @Test(
    "XML root element is the first element",
    arguments: [
      ("<a/>", "a"), (" \n<a>", "a"), ("<a\n b='c'>", "a"), ("<a/b>", "a"), ("<x:a>", "a"),
      ("<_a>", "_a"), ("<é>", "é"), ("<Z>", "Z"), ("<z>", "z"),
      ("<?xml version='1.0'?>\n<!-- <b> -->\n<!DOCTYPE c>\n<x:d e='f'/>", "d"),
      ("<!-- a --><!-- b --><c>", "c"), ("<!---->a<b>", "b"),
      // There may be one behind the first bytes.
      ("<", ""), ("<?xml version='1.0'?>", ""), ("<!-- <a>", ""),
      // These are texts.
      ("", nil), (" ", nil), ("a <b>", nil), ("<- a", nil), ("< a", nil), ("<1>", nil),
      ("<{>", nil), ("<@>", nil),
    ] as [(String, String?)])
  func theRootElementIsTheFirstOfAll(text: String, name: String?) {
    #expect(XMLRoot(DocumentHead(text: text))?.name == name)
  }

  @Test("XML root element with a long name is cut") func aLongNameIsCut() {
    let name = String(repeating: "a", count: 61)
    #expect(XMLRoot(DocumentHead(text: "<\(name)>"))?.name == String(name.dropLast()))
  }
}
