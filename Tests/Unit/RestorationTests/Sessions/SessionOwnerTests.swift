import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct SessionOwnerTests {
  private static let text = "process 4711 on /dev/pts/3, since 2026-11-21 23:02"

  @Test("A session owner has process, terminal and time")
  func aLocksTextNamesProcessTerminalAndTime() throws {
    let owner = try #require(SessionOwner(text: Self.text))
    #expect(owner.process == 4711)
    #expect(owner.terminal == "/dev/pts/3")
    #expect(owner.description(today: "2026-11-21") == "process 4711 (pts/3, since 23:02)")
    #expect(
      owner.description(today: "2026-11-22") == "process 4711 (pts/3, since 2026-11-21 23:02)")
    #expect(!owner.isSuspended)
  }

  @Test("A session lock's text is read as a session owner") func whatTheLockWritesCanBeRead() throws
  {
    let text = SessionLock.owner(terminal: nil, secondsSince1970: 1_795_262_400)
    let owner = try #require(SessionOwner(text: text))
    #expect(owner.process == getpid())
    #expect(owner.terminal == nil)
  }

  @Test(
    "An invalid text is no session owner",
    arguments: ["", "another process", "process x, since 1", "process 1", "process 0, since 2"])
  func whatIsWrittenOtherwiseIsNoOwner(text: String) {
    #expect(SessionOwner(text: text) == nil)
  }

  @Test("A suspended session owner advises fg") func oneThatIsSuspendedIsSaidToBe() throws {
    let owner = try #require(SessionOwner(text: Self.text + ", suspended"))
    #expect(owner.isSuspended)
    #expect(owner.description(today: "2026-11-21") == "process 4711 (pts/3, since 23:02)")
    #expect(owner.isSettled(seenFrom: "/dev/pts/3"))
    let problem = SnapshotError.inUse(by: Self.text + ", suspended")
    #expect(problem.recoverySuggestion?.contains("type fg") == true)
  }

  @Test("A session owner on a closed or the own terminal isn't settled")
  func oneWhoseTerminalIsGoneOrOnesOwnMayBeAboutToEnd() throws {
    let gone = try #require(SessionOwner(text: "process 1 on /nowhere, since 2026-11-21 23:02"))
    #expect(!gone.isSettled(seenFrom: nil))
    let there = try #require(SessionOwner(text: "process 1 on /dev/null, since 2026-11-21 23:02"))
    #expect(there.isSettled(seenFrom: "/dev/pts/3"))
    #expect(!there.isSettled(seenFrom: "/dev/null"))
  }

  @Test("A session owner without a terminal isn't settled")
  func oneWithoutATerminalMayBeAboutToEnd() throws {
    let owner = try #require(SessionOwner(text: "process 1, since 1999-01-01 10:00"))
    #expect(owner.process == 1 && owner.terminal == nil)
    #expect(!owner.isSettled(seenFrom: nil) && !owner.isSettled(seenFrom: "/dev/null"))
    #expect(owner.description(today: "1999-01-01") == "process 1 (since 10:00)")
    #expect(SessionOwner(text: "process -1, since 1999-01-01 10:00") == nil)
  }

  /// This process runs: otherwise nobody would ask.
  @Test("A running session owner isn't called suspended") func oneThatRunsIsNotSaidToBeSuspended() {
    let text = "process \(getpid()) on /dev/pts/3, since 1999-01-01 10:00"
    #expect(SessionOwner.annotatingSuspension(text) == text)
    #expect(SessionOwner.annotatingSuspension("another process") == "another process")
  }

  @Test("A session owner's terminal may have any name") func aTerminalMayBeCalledAnything() throws {
    let owner = try #require(SessionOwner(text: "process 7 on a on b, since x, since y"))
    #expect(owner.terminal == "a on b" && owner.since == "x, since y")
    let pipe = try #require(SessionOwner(text: "process 7 on /tmp/dev/x, since 2026-11-21"))
    #expect(pipe.description(today: "2026-11-21") == "process 7 (/tmp/dev/x, since 2026-11-21)")
    #expect(SessionOwner(text: "process 2147483647, since 1")?.process == .max)
    #expect(SessionOwner(text: "process 2147483648, since 1") == nil)
    #expect(SessionOwner(text: "a process 7, since 1") == nil)
  }

}
