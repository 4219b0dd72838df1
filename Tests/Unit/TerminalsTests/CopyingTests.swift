import Testing

@testable import Terminals

@Suite struct CopyingTests {
  @Test(
    "Copy counts as sent if the terminal may have taken it",
    arguments: [
      (.copied, true), (.unsure("xterm"), true), (.impossible("linux"), false), (.tooLong, false),
      (.notShown, false),
    ] as [(CopyResult, Bool)])
  func whatATerminalMayHaveTakenWasSent(copying: CopyResult, isSent: Bool) {
    #expect(copying.isSent == isSent)
  }
}
