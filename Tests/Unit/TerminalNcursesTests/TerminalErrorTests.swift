import Foundation
import Testing

@testable import TerminalNcurses

@MainActor @Suite struct TerminalErrorTests {
  @Test("Terminal error: only EBUSY means already open") func onlyATerminalThatIsInUseIsToldAsThat()
  {
    #expect(TerminalError(arming: EBUSY, type: "xterm") == .alreadyOpen)
    #expect(TerminalError(arming: E2BIG, type: "xterm") == .overlongType("xterm"))
    #expect(TerminalError(arming: EIO, type: "xterm") == .unreadableModes(EIO))
  }

  @Test("Terminal modes of another file cannot be read")
  func whatIsNoTerminalHasNoModesToComeBackTo() throws {
    let type = try TerminalType(named: "vt220", output: STDOUT_FILENO)
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    let problem = TerminalError.unreadableModes(ENOTTY)
    #expect(throws: problem) { try type.armRescue(of: TTY(input: file, output: file)) }
  }
}
