import Testing

@testable import TerminalNcurses

@Suite struct ClipboardTextTests {
  @Test func textIsSentAsBase64() {
    let sequence = ClipboardText.sequence(for: "Grüße")
    #expect(sequence.map { String(decoding: $0, as: UTF8.self) } == "\u{1B}]52;c;R3LDvMOfZQ==\u{7}")
  }

  @Test func moreThanTerminalsTakeIsNotSent() {
    let most = String(repeating: "x", count: ClipboardText.limit)
    #expect(ClipboardText.sequence(for: most) != nil)
    #expect(ClipboardText.sequence(for: most + "x") == nil)
  }
}
