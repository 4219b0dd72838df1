import Foundation
import Testing

@testable import TerminalNcurses

@Suite struct ClipboardTextTests {
  @Test("Clipboard text is sent as Base64") func textIsSentAsBase64() {
    let sequence = ClipboardText.sequence(for: "Grüße")
    #expect(sequence.map { String(decoding: $0, as: UTF8.self) } == "\u{1B}]52;c;R3LDvMOfZQ==\u{7}")
  }

  /// An Escape would end a bracketed paste, and what follows it be run.
  @Test("Clipboard text contains no control characters") func whatLeavesHoldsNoControlCharacters()
    throws
  {
    let hostile = "a\u{1B}[201~\r\n\tb\u{9B}\u{202E}\r\u{0}"
    let sequence = try #require(ClipboardText.sequence(for: hostile))
    let base64 = String(decoding: sequence.dropFirst(7).dropLast(), as: UTF8.self)
    let sent = try #require(Data(base64Encoded: base64).map { String(decoding: $0, as: UTF8.self) })
    #expect(sent == "a^[[201~\n\tb<U+009B><U+202E>^M^@")
  }

  @Test("Clipboard text over the limit is not sent") func moreThanTerminalsTakeIsNotSent() {
    let most = String(repeating: "x", count: ClipboardText.limit)
    #expect(ClipboardText.sequence(for: most) != nil)
    #expect(ClipboardText.sequence(for: most + "x") == nil)
  }
}
