import CSystem
import Core
import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// A program gets the terminal, and gives it back whatever it did to it. Each test is a process of
/// its own, with a terminal of its own.
@Suite struct ForegroundProcessTests {
  /// Begins a session in this process, and returns the terminal that it gets.
  private static func openTerminal() throws -> Int32 {
    var name = [CChar](repeating: 0, count: 128)
    try #require(reprise_open_terminal(24, 80, 0, 0, &name, name.count) >= 0)
    try #require(setsid() == getpid())
    let terminal = open(name, O_RDWR)
    _ = ioctl(terminal, UInt(TIOCSCTTY), 0)
    try #require(tcgetpgrp(terminal) == getpgrp())
    return terminal
  }

  private static func modes(_ terminal: Int32) -> termios {
    var modes = termios()
    tcgetattr(terminal, &modes)
    return modes
  }

  private static func run(
    _ script: String, at terminal: Int32, onStop: () -> Void = {}
  ) throws -> ForegroundProcess.End {
    try ForegroundProcess(terminal: terminal).run(
      ["sh", "-c", script], environment: SafeEnvironment.variables(), onStop: onStop)
  }

  @Test("Foreground program gets the terminal and its modes are restored")
  func aProgramHasTheTerminalAndItsModesAreNobodyElses() async {
    await #expect(processExitsWith: .success) {
      let terminal = try ForegroundProcessTests.openTerminal()
      let before = ForegroundProcessTests.modes(terminal)
      // A program that changes the modes before it has the terminal is stopped until then. The eighth word is the process group that has it;
      // only Linux writes it there.
      let end = try ForegroundProcessTests.run(
        """
        stty -echo -icanon < /dev/tty
        if [ -e /proc/self/stat ]; then set -- $(cat /proc/$$/stat); [ "$8" = $$ ] || exit 1; fi
        exit 3
        """, at: terminal)
      #expect(end == .exit(code: 3))
      #expect(tcgetpgrp(terminal) == getpgrp())
      #expect(ForegroundProcessTests.modes(terminal).c_lflag == before.c_lflag)
    }
  }

  @Test("Foreground program that is stopped returns the terminal, then resumes")
  func whileAProgramIsStoppedTheTerminalIsOursAndThenItGoesOn() async {
    await #expect(processExitsWith: .success) {
      let terminal = try ForegroundProcessTests.openTerminal()
      let before = ForegroundProcessTests.modes(terminal)
      let directory = try TemporaryDirectory()
      var stops = 0
      // It was told to go on at its start, which may come behind its first stop.
      let end = try ForegroundProcessTests.run(
        """
        stty -echo < /dev/tty
        until [ -e \(directory.file("stopped")) ]; do kill -STOP $$; done
        if [ -e /proc/self/stat ]; then set -- $(cat /proc/$$/stat); [ "$8" = $$ ] || exit 1; fi
        exit 7
        """, at: terminal
      ) {
        stops += 1
        #expect(FileManager.default.createFile(atPath: directory.file("stopped"), contents: nil))
        #expect(tcgetpgrp(terminal) == getpgrp())
        #expect(ForegroundProcessTests.modes(terminal).c_lflag == before.c_lflag)
      }
      #expect(end == .exit(code: 7))
      #expect(stops == 1)
      #expect(tcgetpgrp(terminal) == getpgrp())
    }
  }

  /// Without the terminal it could neither go on nor end.
  @Test("Stopped foreground program learns that this process ends")
  func aStoppedProgramHearsThatThisProcessIsToEnd() async {
    await #expect(processExitsWith: .success) {
      let end = try ForegroundProcessTests.run(
        "trap 'exit 9' HUP; for time in 1 2 3 4 5 6 7 8 9; do kill -STOP $$; done; exit 1", at: -1
      ) { JobControl.noteEnd() }
      #expect(end == .exit(code: 9))
    }
  }

  @Test("Foreground program reports the signal that ended it") func aSignalThatEndsAProgramIsTold()
    async
  {
    await #expect(processExitsWith: .success) {
      let terminal = try ForegroundProcessTests.openTerminal()
      #expect(try ForegroundProcessTests.run("kill -TERM $$", at: terminal) == .signal(SIGTERM))
      #expect(tcgetpgrp(terminal) == getpgrp())
    }
  }
}
