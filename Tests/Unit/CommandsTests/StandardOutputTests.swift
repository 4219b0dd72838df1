import Foundation
import Testing

@testable import Commands

@Suite struct StandardOutputTests {
  @Test("Standard output makes control characters visible on a terminal")
  func aTerminalObeysNothingButLineEnds() {
    let text = "a,b\r\n\u{1B}]52;c;x\u{7},\u{9B}2J\r\n\u{202E}c\rd\te\n\n"
    #expect(
      StandardOutput.visible(text) == "a,b\n^[]52;c;x^G,<U+009B>2J\n<U+202E>c^Md^Ie\n\n")
    #expect(StandardOutput.visible("") == "")
    #expect(StandardOutput.visible("日本語 é 👨‍👩‍👧") == "日本語 é 👨‍👩‍👧")
  }

  /// A serial line's terminal doesn't say how wide it is: nothing is cut there.
  @Test("Standard output of a terminal without a size cuts nothing")
  func aTerminalThatDoesNotSayHowWideItIsCutsNothing() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    try #require(terminal >= 0)
    #expect(StandardOutput.columns(of: terminal) == nil)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(StandardOutput.columns(of: terminal) == 80)
  }

  @Test("Standard output to a pipe is unchanged") func aPipeIsGivenATextAsItIs() throws {
    let text = "a\u{1B}[2Jb\r\n\u{7}c 東京"
    #expect(try written { try StandardOutput.write(text, to: $0) } == text)
    #expect(try written { try StandardOutput.write("", to: $0) } == "")
  }

  @Test("Standard output to a terminal makes control characters visible")
  func aTerminalIsGivenATextMadeVisible() async throws {
    #expect(
      try await shown(columns: 80) { try StandardOutput.write("a\u{1B}[2Jb.\n", to: $0) }
        == "a^[[2Jb.\n")
  }

  @Test("Standard output error says why and what to do") func whyNothingCanBeWrittenIsSaid() {
    let closed = OutputError(code: EBADF)
    #expect(closed.errorDescription == "standard output is closed")
    #expect(closed.recoverySuggestion == "Check where the output goes.")
    let full = OutputError(code: ENOSPC)
    #expect(full.errorDescription == "the output can't be written: no space left on device")
    #expect(full.recoverySuggestion == "Free some disk space.")
    #expect(OutputError(code: EIO).recoverySuggestion == "Check where the output goes.")
  }

  @Test("Standard output to a pipe has no width") func aPipeHasNoColumns() {
    let pipe = Pipe()
    #expect(StandardOutput.columns(of: pipe.fileHandleForWriting.fileDescriptor) == nil)
  }
}
