import Foundation
import Testing

@testable import TerminalNcurses

@MainActor @Suite struct TerminalProblemTests {
  @Test func onlyATerminalThatIsInUseIsToldAsThat() {
    #expect(TerminalProblem(arming: EBUSY, type: "xterm") == .alreadyOpen)
    #expect(TerminalProblem(arming: E2BIG, type: "xterm") == .overlongType("xterm"))
    #expect(TerminalProblem(arming: EIO, type: "xterm") == .unreadableModes(EIO))
  }

  @Test func whatIsNoTerminalHasNoModesToComeBackTo() throws {
    let type = try TerminalType(named: "vt220", output: STDOUT_FILENO)
    let file = open("/dev/null", O_RDWR)
    defer { close(file) }
    let problem = TerminalProblem.unreadableModes(ENOTTY)
    #expect(throws: problem) { try type.armRescue(of: TTY(input: file, output: file)) }
  }
}
