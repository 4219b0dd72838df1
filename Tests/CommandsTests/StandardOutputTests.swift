import Foundation
import Testing

@testable import Commands

@Suite struct StandardOutputTests {
  /// A serial line's terminal doesn't say how wide it is: nothing is cut there.
  @Test func aTerminalThatDoesNotSayHowWideItIsCutsNothing() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    try #require(terminal >= 0)
    #expect(StandardOutput.columns(of: terminal) == nil)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(StandardOutput.columns(of: terminal) == 80)
  }

  @Test func aPipeHasNoColumns() {
    let pipe = Pipe()
    #expect(StandardOutput.columns(of: pipe.fileHandleForWriting.fileDescriptor) == nil)
  }
}
