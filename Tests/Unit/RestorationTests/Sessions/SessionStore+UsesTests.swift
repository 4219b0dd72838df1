import Foundation
import RepriseTesting
import Testing

@testable import Core
@testable import Restoration

@Suite struct SessionStoreUsesTests {
  private let directory: TemporaryDirectory
  private var sessions: SessionStore { SessionStore(path: directory.path) }

  init() throws { directory = try TemporaryDirectory() }

  private func use(_ name: String, at seconds: Double) throws {
    try directory.write(name, "x")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: directory.file(name))
  }

  @Test("Session files are listed by last use") func theOneThatWasSavedOrOpenedLastComesFirst()
    throws
  {
    try use("main.snapshot", at: 100)
    try use("main-3f2a1b2c.snapshot", at: 90)
    try use("main-3f2a1b2c.snapshot.lock", at: 200)
    try use("other.snapshot", at: 150.5)
    try use("other.snapshot.aside-1", at: 900)
    #expect(sessions.filesByLastUse.map(\.stem) == ["main-3f2a1b2c", "other", "main"])
  }

  @Test("A missing session directory has no session files") func whereThereIsNoFolderThereAreNone()
  {
    #expect(SessionStore(path: directory.path + "/none").filesByLastUse.isEmpty)
  }

  @Test("A session file's name is read for its own account only")
  func aFilesNameTellsTheSessionsIfItIsThePrincipals() throws {
    let account = Account(server: "https://a.example", user: "luca")
    let path = try sessions.file(forSession: "main-2", account: account)
    try directory.write(String(path.dropFirst(directory.path.count + 1)), "x")
    let file = try #require(sessions.filesByLastUse.first)
    #expect(file.name(for: account) == "main-2")
    #expect(file.name(for: Account(server: "https://b.example")) == nil)
    #expect(file.name(for: nil) == file.stem)
  }

  @Test("A session file locked by another process names the owner")
  func oneThatAnotherProcessHasIsOpenElsewhere() throws {
    try directory.write("main.snapshot", "x")
    let file = try #require(sessions.filesByLastUse.first)
    #expect(try sessions.settledOwner(of: file, seenFrom: nil) == nil)
    let lock = try SessionLock(path: file.path + ".lock", owner: "somebody")
    #expect(try sessions.settledOwner(of: file, seenFrom: nil) == "somebody")
    withExtendedLifetime(lock) {}
  }

  @Test(
    "A machine's own session file has the session's name",
    arguments: [nil, Account(server: "https://a.example", user: "luca")])
  func aMachinesOwnSessionHasTheNameOfItsSession(account: Account?) throws {
    let shared = try sessions.file(forSession: "main-2", account: account)
    let path = SessionStore.File.path(shared, of: "bastion")
    try directory.write(String(path.dropFirst(directory.path.count + 1)), "x")
    let file = try #require(sessions.files().first)
    // Only that machine knows whether it is open.
    #expect(sessions.filesByLastUse == [])
    #expect(file.machine == "bastion")
    #expect(file.name(for: account) == "main-2")
    #expect(file.name(for: Account(server: "https://b.example")) == nil)
  }

  @Test("A machine's own session is locked in the runtime directory")
  func aMachinesOwnSessionIsLockedInTheMachinesFolder() throws {
    try directory.write("main@\(ThisMachine.name).snapshot", "x")
    let environment = ["XDG_RUNTIME_DIR": directory.path]
    let sessions = SessionStore(path: directory.path, environment: environment)
    let file = try #require(sessions.filesByLastUse.first)
    #expect(try sessions.settledOwner(of: file, seenFrom: nil) == nil)
    let lock = try SessionLock(
      path: SessionLock.machineFile(for: file.path, environment: environment), owner: "somebody")
    #expect(try sessions.settledOwner(of: file, seenFrom: nil) == "somebody")
    withExtendedLifetime(lock) {}
  }

  @Test("A session file named by an account alone has no session name")
  func aNameThatIsNothingButAnAccountsIsNoSessions() {
    let account = Account(server: "https://a.example", user: "luca")
    func name(_ stem: String) -> String? {
      SessionStore.File(path: "/s/\(stem).snapshot").name(for: account)
    }
    #expect(name("-" + account.fileName) == nil)
    #expect(name("x-" + account.fileName) == "x")
    #expect(name("x-" + account.fileName + "@here") == "x")
    #expect(name("x-" + account.fileName + "0") == nil)
  }

  @Test("A machine's own session file has the machine in its name")
  func aMachinesOwnFileHasTheMachineInItsName() {
    #expect(SessionStore.File.path("/s/main.snapshot", of: "here") == "/s/main@here.snapshot")
    #expect(SessionStore.File.path("/s/main", of: "here") == "/s/main@here.snapshot")
    let file = SessionStore.File(path: "/s/main@here.snapshot")
    #expect(file.machine == "here" && file.name(for: nil) == "main")
    // A release that found its lock elsewhere would open the session a second time.
    #expect(
      SessionStore(path: "/s").lockPath(of: file)
        == "/tmp/reprise-\(geteuid())-90b8e042ba01f29d.lock")
    #expect(
      SessionLock.machineFile(for: "/s/12.snapshot", environment: [:])
        == "/tmp/reprise-\(geteuid())-0447acbd2c4f4927.lock")
    let shared = SessionStore.File(path: "/s/main.snapshot")
    #expect(
      shared.machine == nil
        && SessionStore(path: "/s").lockPath(of: shared) == "/s/main.snapshot.lock")
  }
}
