import Testing

@testable import Commands

@Suite struct StandardOutputTests {
  @Test func aTerminalObeysNothingButLineEnds() {
    let text = "a,b\r\n\u{1B}]52;c;x\u{7},\u{9B}2J\r\n\u{202E}c\rd\te\n\n"
    #expect(
      StandardOutput.visible(text) == "a,b\n^[]52;c;x^G,<U+009B>2J\n<U+202E>c^Md^Ie\n\n")
    #expect(StandardOutput.visible("") == "")
    #expect(StandardOutput.visible("日本語 é 👨‍👩‍👧") == "日本語 é 👨‍👩‍👧")
  }
}
