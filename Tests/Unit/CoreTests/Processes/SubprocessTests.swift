import Foundation
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(5))) struct SubprocessTests {
  private func shell(_ script: String) throws -> Subprocess {
    try Subprocess(["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test func aSignalThatThisThreadHoldsBackReachesIt() throws {
    var signals = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    #expect(try shell("kill -TERM $$; exit 0").wait() == .signal(SIGTERM))
  }

  @Test func aSignalThatThisProcessIgnoresReachesIt() throws {
    let previous = signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, previous) }
    #expect(try shell("kill -USR2 $$; exit 0").wait() == .signal(SIGUSR2))
  }

  @Test func itHasASessionOfItsOwnAndSoNoTerminal() throws {
    let child = try shell("exec sleep 1000")
    #expect(getsid(child.process) == child.process)
    child.killGroup()
    #expect(child.wait() == .signal(SIGKILL))
  }

  @Test func aStopIsToldAndTheEndIsKeptForAllWhoAsk() throws {
    let child = try shell("kill -STOP $$; exit 3")
    #expect(child.waitForStop() == SIGSTOP)
    #expect(child.reap() == nil)
    child.killGroup(SIGCONT)
    #expect(child.waitForStop() == nil)
    #expect(child.wait() == .exit(code: 3) && child.reap() == .exit(code: 3))
  }
}
