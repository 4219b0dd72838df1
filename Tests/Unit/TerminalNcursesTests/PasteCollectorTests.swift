import Testing

@testable import TerminalNcurses

@Suite struct PasteCollectorTests {
  /// Pastes what stands before the first end, as `EventReader` does; returns the text and how many
  /// bytes were read.
  private func paste(_ bytes: [UInt8]) -> (text: String?, read: Int) {
    var collector = PasteCollector()
    var rest = bytes[...]
    while let limit = collector.bytesSurelyInside {
      guard !rest.isEmpty else { return (nil, bytes.count) }
      collector.append(Array(rest.prefix(limit)))
      rest = rest.dropFirst(limit)
    }
    return (collector.text, bytes.count - rest.count)
  }

  private func paste(_ text: String) -> (text: String?, read: Int) { paste(Array(text.utf8)) }

  @Test("Paste is read up to its end marker") func nothingAfterTheEndIsRead() {
    let pasted = paste("one\u{1B}[201~q")
    #expect(pasted.text == "one")
    #expect(pasted.read == 9)
  }

  @Test(
    "Paste may contain a partial end marker",
    arguments: ["", "\u{1B}", "\u{1B}[20", "\u{1B}[20\u{1B}[2", "\u{1B}[200~", "ü漢"])
  func whatOnlyLooksLikeTheEndIsText(text: String) {
    #expect(paste(text + "\u{1B}[201~").text == text)
  }

  @Test("Paste without an end marker stays open") func aPasteWithoutEndStaysOpen() {
    #expect(paste("one\u{1B}[201").text == nil)
  }

  @Test("Paste has line feeds as line ends") func linesEndInLineFeeds() {
    #expect(paste("a\rb\r\nc\nd\u{1B}[201~").text == "a\nb\nc\nd")
  }

  @Test("Paste over the limit is cut between characters") func whatIsTooLongIsCutBetweenCharacters()
    throws
  {
    let long = "x" + String(repeating: "é", count: PasteCollector.limit / 2 + 9)
    let text = try #require(paste(long + "\u{1B}[201~").text)
    #expect(text == "x" + String(repeating: "é", count: PasteCollector.limit / 2 - 1))
  }
}
