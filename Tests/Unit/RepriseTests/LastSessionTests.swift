import Foundation
import RepriseTesting
import Restoration
import Screens
import Testing

@testable import Reprise

/// The session that a start goes on with which names none.
@MainActor @Suite struct LastSessionTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func request(
    _ words: String..., isNamed: Bool = false, in pane: String? = nil
  ) throws -> SessionRequest {
    try SessionRequest(
      application: "test", version: "1.0", routes: RouteServers(of: OnlyRoute.self), account: nil,
      arguments: Arguments(words, commands: [], options: [], program: "test"),
      environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path], isNamed: isNamed,
      terminalIdentity: pane.flatMap {
        TerminalIdentity(environment: ["TMUX": "/tmp/x,1,0", "TMUX_PANE": $0])
      })
  }

  private func file(_ name: String) -> String { home.file(".local/state/test/sessions/\(name)") }

  /// Saves a session that was used so many seconds ago.
  private func save(
    _ name: String, ago seconds: Int, application: String = "test", in pane: String? = nil
  )
    throws
  {
    do {
      let request = try request("--session", name, isNamed: true, in: pane)
      let session = try request.open(Session(request))
      try session.store?.save(
        Snapshot(
          application: application, version: "1.0", author: session.author, account: nil,
          savedAt: 0, entries: []
        ).body)
    }
    let date = Date(timeIntervalSince1970: 1_795_262_400 - Double(seconds))
    for ending in [".snapshot", ".snapshot.lock"] {
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: file(name + ending))
    }
  }

  /// Holds the lock of a session as a process at a terminal does; the session was used so many
  /// seconds ago.
  private func open(_ name: String, ago seconds: Int) throws -> SessionLock {
    try save(name, ago: seconds)
    let path = file(name + ".snapshot.lock")
    let lock = try SessionLock(
      path: path, owner: "process 1 on /dev/null, since 2026-11-21 23:02")
    let date = Date(timeIntervalSince1970: 1_795_262_400 - Double(seconds))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    return lock
  }

  @Test("The last session is the one used last, unless named")
  func itIsTheOneThatWasUsedLastUnlessAnotherIsNamed() throws {
    #expect(try LastSession(request()).found == nil)
    try save("main", ago: 20)
    try save("lab", ago: 10)
    try save("old", ago: 30)
    let last = try LastSession(request())
    #expect(last.found?.name == "lab")
    #expect(last.beside == nil && !last.isOpenElsewhere && last.passedOver.isEmpty)
    #expect(try LastSession(request("--session", "old")).found?.name == "old")
  }

  /// As after the machine was started anew, when panes start their programs in whatever order.
  @Test("Each tmux pane resumes its own last session")
  func eachPaneGoesOnWithTheSessionThatWasOpenThere() throws {
    try save("main", ago: 20, in: "%1")
    try save("main-2", ago: 10, in: "%2")
    try save("lab", ago: 5, in: "%3")
    for (pane, name) in [("%1", "main"), ("%2", "main-2"), ("%3", "lab"), ("%4", "lab")] {
      #expect(try LastSession(request(in: pane)).found?.name == name)
    }
    // A start that names what it shows gets the session of that, by its number.
    var open: [Session] = []
    for (pane, name) in [("%2", "main-2"), ("%1", "main"), ("%3", "main-3")] {
      let request = try request(in: pane).inThisTerminal()
      let session = try request.open(Session(request))
      #expect(session.name == name)
      #expect(
        session.notices
          == (pane == "%2" ? ["Session main-2: the last one in this terminal."] : [])
          || pane == "%3")
      open.append(session)
    }
    withExtendedLifetime(open) {}
  }

  @Test("A pane's session that is open elsewhere is passed over")
  func aSessionOfThisPaneThatIsOpenOrNotWantedIsPassedOver() throws {
    try save("main", ago: 20, in: "%1")
    try save("main-2", ago: 10, in: "%2")
    #expect(try request("--session", "lab", isNamed: true, in: "%2").inThisTerminal().name == "lab")
    #expect(try request("--ephemeral", in: "%2").inThisTerminal().name == "main")
    #expect(try request("--fresh", in: "%2").inThisTerminal().name == "main-2")
    // A terminal that was started from a pane has the pane's variables.
    let lock = try SessionLock(
      path: file("main-2.snapshot.lock"), owner: "process 1 on /dev/null, since 2026-11-21 23:02",
      terminalIdentity: request(in: "%2").terminalIdentity)
    #expect(try request(in: "%2").inThisTerminal().name == "main")
    withExtendedLifetime(lock) {}
  }

  @Test("The next session is resumed and reported if the last is open")
  func besideOneThatIsOpenTheNextIsFoundAndThatIsSaid() throws {
    try save("main", ago: 20)
    let lock = try open("lab", ago: 10)
    let last = try LastSession(request())
    #expect(last.found?.name == "main")
    #expect(last.beside?.hasPrefix("Session main: the last one is open in ") == true)
    #expect(!last.isOpenElsewhere)
    withExtendedLifetime(lock) {}
  }

  @Test("A copy of the last session is resumed if all are open")
  func whereAllAreOpenACopyOfTheLastIsGoneOnWith() throws {
    let locks = [try open("main", ago: 20), try open("main-2", ago: 10)]
    let last = try LastSession(request())
    #expect(last.found?.name == "main")
    #expect(last.isOpenElsewhere && last.beside == nil && last.passedOver.isEmpty)
    // Whoever names a session means that very one.
    let named = try LastSession(request("--session", "main-2", isNamed: true))
    #expect(named.found?.name == "main-2" && !named.isOpenElsewhere)
    withExtendedLifetime(locks) {}
  }

  /// As in the background of the same terminal: such a process may be about to end, and so may one
  /// of which the terminal isn't known.
  @Test("A last session that turns out open is copied, not resumed")
  func aSessionThatTurnsOutToBeOpenIsCopiedAndNotCalledResumed() throws {
    try save("main", ago: 20)
    let lock = try SessionLock(
      path: file("main.snapshot.lock"), owner: "process 1, since 2026-11-21 23:02")
    var request = try request()
    let last = LastSession(request)
    #expect(last.found?.name == "main" && !last.isOpenElsewhere)
    request.arguments = request.arguments.setting("session", to: "main")
    var session = try request.open(Session(request))
    #expect(session.name == "main-2" && session.snapshot == nil)
    last.resume(in: &session, description: "demo data")
    #expect(session.snapshot == last.found?.snapshot)
    #expect(session.notices.count == 1)
    #expect(session.notices[0].hasPrefix("Session main-2: main is open in "))
    withExtendedLifetime(lock) {}
  }

  @Test("A resumed last session is reported") func theSessionThatWasFoundIsCalledResumed() throws {
    try save("main", ago: 20)
    let request = try request("--session", "main")
    let last = LastSession(request)
    var session = try request.open(Session(request))
    last.resume(in: &session, description: "demo data")
    #expect(session.snapshot != nil)
    #expect(session.notices.first?.hasPrefix("Resumed: demo data, saved ") == true)
  }

  @Test("The last session skips other applications and names damaged ones")
  func anotherApplicationsIsNotGoneOnWithAndADamagedOneIsNamed() throws {
    try save("main", ago: 20)
    try save("other", ago: 10, application: "other")
    #expect(try LastSession(request()).found?.name == "main")
    try home.write(".local/state/test/sessions/lab.snapshot", [UInt8](repeating: 7, count: 4096))
    let last = try LastSession(request())
    #expect(last.found?.name == "main")
    #expect(last.passedOver.count == 1 && last.passedOver[0].hasPrefix("lab: "))
  }

  /// On a file system without locks each machine has sessions of its own.
  @Test("The last session is this machine's own") func thisMachinesOwnIsGoneOnWithAndNoOther()
    throws
  {
    try save("main", ago: 20)
    try save("lab", ago: 10)
    for (name, machine) in [("main", ThisMachine.name), ("lab", "elsewhere")] {
      let own = SessionStore.File.path(file(name + ".snapshot"), of: machine)
      try FileManager.default.moveItem(atPath: file(name + ".snapshot"), toPath: own)
    }
    let last = try LastSession(request())
    #expect(last.found?.name == "main")
    #expect(last.passedOver.isEmpty)
  }

  @Test("An open session starts another with the next number")
  func aSessionThatIsOpenIsOpenedBesideUnderTheNextNumber() throws {
    let lock = try open("main", ago: 20)
    for number in 2...3 {
      let request = try request()
      let beside = try request.open(Session(request))
      #expect(beside.name == "main-2")
      #expect(beside.notices.first?.hasPrefix("Session main-2: main is open in ") == true)
      if number == 2 { continue }
      let third = try request.open(Session(request))
      #expect(third.name == "main-3")
      withExtendedLifetime(beside) {}
    }
    withExtendedLifetime(lock) {}
  }

  @Test("A numbered session that is open starts the next number")
  func besideASessionThatWasGivenBesideAnotherTheNextNumberIsFree() throws {
    let request = try request("--session", "main-2")
    let first = try request.open(Session(request))
    let second = try request.open(Session(request))
    #expect(first.name == "main-2")
    #expect(second.name == "main-3")
  }

  @Test(
    "Numbered sessions share the name before the number",
    arguments: [
      ("main-2", "main"), ("main-99", "main"), ("a-b-3", "a-b"), ("main-1", "main-1"),
      ("main-100", "main-100"), ("main-x", "main-x"), ("main-", "main-"), ("-2", "-2"),
      ("main", "main"),
    ])
  func sessionsBesideEachOtherShareTheNameBeforeTheNumber(name: String, shared: String) {
    #expect(LastSession.withoutNumber(name) == shared)
  }

  @Test(
    "The process that has a session open is named",
    arguments: [
      (
        "process 12 on /dev/pts/3, since 1999-01-01 10:00",
        "is open in process 12 (pts/3, since 1999-01-01 10:00)."
      ),
      (
        "process 12, since 1999-01-01 10:00, suspended",
        "is suspended in process 12 (since 1999-01-01 10:00). Run `fg` to resume it."
      ), ("another process", "is open: another process."),
    ])
  func theProcessThatHasASessionIsNamed(owner: String, words: String) {
    #expect(SessionRequest.description(of: owner) == words)
  }

  @Test("A resumed session is reported only with a launch text")
  func whatWasFoundIsSaidOnlyWhereTheLaunchHasWordsForIt() throws {
    try save("main", ago: 20)
    let request = try request("--session", "main")
    let last = LastSession(request)
    var session = try request.open(Session(request))
    last.resume(in: &session, description: nil)
    #expect(session.notices == [])
  }

  @Test("A session of --snapshot has no name") func aFileThatWasNamedHasNoNameAsASession() throws {
    let request = try request("--snapshot", home.file("mine.snapshot"), isNamed: true)
    let session = try request.open(Session(request))
    #expect(session.name == nil)
    // Whoever named it means that very one.
    #expect(throws: SnapshotError.self) { try request.open(Session(request)) }
    withExtendedLifetime(session) {}
  }
}
