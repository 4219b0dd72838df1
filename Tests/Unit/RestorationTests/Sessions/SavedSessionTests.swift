import Core
import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct SavedSessionTests {
  private let directory: TemporaryDirectory
  private var sessions: SessionStore { SessionStore(path: directory.path) }

  init() throws { directory = try TemporaryDirectory() }

  private func save(_ name: String, version: String = "1.0") throws -> SnapshotFile {
    let file = SnapshotFile(path: directory.file("\(name).snapshot"))
    _ = try file.load()
    try file.save(
      Snapshot(application: "test", version: version, account: nil, savedAt: 0, entries: []).body)
    return file
  }

  @Test("Looking at a damaged saved session changes no file") func lookingChangesNothing() throws {
    let file = try save("main")
    try file.flush()
    var bytes = try directory.bytes()
    bytes[0] ^= 1
    bytes[20_000] ^= 1
    try directory.write(bytes)
    let names = try directory.files()
    _ = try sessions.sessions()
    #expect(try directory.files() == names)
    #expect(try directory.bytes() == bytes)
  }

  @Test("A saved session is read on a read-only disk") func itIsSeenWhereNothingCanBeWritten()
    throws
  {
    _ = try save("main")
    let session = try SavedSession(
      path: directory.file("main.snapshot"), system: UnwritableFiles(EROFS))
    guard case .snapshot = session.contents else {
      Issue.record("it isn't seen")
      return
    }
  }

  @Test("Saved sessions are listed by name, with broken files and links") func eachIsToldByItsName()
    throws
  {
    _ = try save("main")
    _ = try save("work-1a2b3c4d")
    try directory.write("notes.txt", "not a session")
    try directory.write("broken.snapshot", "nothing of the kind")
    symlink("/etc/hosts", directory.file("zlink.snapshot"))
    #expect(try sessions.sessions().map(\.name) == ["broken", "main", "work-1a2b3c4d", "zlink"])
    guard case .unreadable("it is a symbolic link") = try sessions.sessions()[3].contents else {
      Issue.record("a link isn't told as one")
      return
    }
    guard case .unreadable = try sessions.sessions()[0].contents else {
      Issue.record("a broken file is no session")
      return
    }
  }

  @Test("Forgetting a saved session deletes only its files")
  func forgettingTakesAllThatBelongsToItAndNothingElse() throws {
    do {
      let file = try save("main")
      try file.saveGeneration(of: "0.9")
      _ = try file.quarantine()
      try file.flush()
    }
    _ = try save("main2")
    try directory.write("main.snapshot.notes.txt", "somebody's own")
    try directory.write("main.durables", "somebody's own")
    try directory.write("main.snapshot.attempts", "1\n")
    try SavedSession(path: directory.file()).forget()
    #expect(
      try directory.files().filter { !$0.hasPrefix("main2.durable") }
        == ["main.durables", "main.snapshot.notes.txt", "main2.snapshot"])
  }

  @Test("Forgetting a saved session keeps sessions with similar names")
  func forgettingASessionLeavesThoseThatAreCalledLikeItsFiles() throws {
    let others = ["main.snapshot.aside-1x", "main.snapshot.from-me", "main.durable.aside-2"]
    for name in ["main"] + others {
      let file = try save(name)
      try file.flush()
      try directory.write("\(name).snapshot.lock", "")
      try directory.write("\(name).snapshot.attempts", "1\n")
    }
    for name in ["main.snapshot.2.new", "main.durable.new", "main.snapshot.older"] {
      try directory.write(name, "main's own")
    }
    // A kept one that was opened by its name, and so has files of its own.
    for name in ["main.snapshot.from-0.9", "main.snapshot.from-0.9.durable"] {
      try directory.write(name, "main's own")
    }
    let expected = others.flatMap { name in
      ["durable", "snapshot", "snapshot.attempts", "snapshot.lock"].map { "\(name).\($0)" }
    }
    try SavedSession(path: directory.file()).forget()
    #expect(try directory.files() == expected.sorted())
  }

  @Test("An open session without its lock file can't be forgotten")
  func anOpenSessionWhoseLockWasDeletedIsToldAsOpenAndNotForgotten() throws {
    do { try save("main").flush() }
    let file = SnapshotFile(path: directory.file("main.snapshot"))
    try file.hold(waitsForHolder: true)
    let owned = LockedSession(file, lock: try lock("main.snapshot.lock"))
    try FileManager.default.removeItem(atPath: directory.file("main.snapshot.lock"))
    let names = try directory.files()
    let session = try SavedSession(path: file.path)
    #expect(session.owner == "another process")
    #expect(throws: SnapshotError.inUse(by: "another process")) { try session.forget() }
    #expect(try directory.files() == names)
    let asked = try #require(sessions.filesByLastUse.first)
    #expect(try sessions.settledOwner(of: asked, seenFrom: nil) == "another process")
    withExtendedLifetime(owned) {}
  }

  /// Where the folder has no locks, a machine's own session is locked in the machine's own folder.
  @Test("A machine's own session can't be forgotten while locked there")
  func aMachinesOwnSessionIsOpenForAsLongAsItsMachineHasItLocked() throws {
    do { try save("main@here").flush() }
    let environment = ["XDG_RUNTIME_DIR": directory.path]
    let path = directory.file("main@here.snapshot")
    do {
      let file = SessionLock.machineFile(for: path, environment: environment)
      let lock = try SessionLock(path: file, owner: "process 1")
      let session = try SavedSession(path: path, environment: environment)
      #expect(session.owner == "process 1")
      #expect(throws: SnapshotError.inUse(by: "process 1")) { try session.forget() }
      withExtendedLifetime(lock) {}
    }
    let session = try SavedSession(path: path, environment: environment)
    #expect(session.owner == nil)
    #expect(session.machine == "here")
    try session.forget()
    #expect(try directory.files() == [])
  }

  private func lock(_ name: String) throws -> SessionLock {
    try SessionLock(path: directory.file(name), owner: "process 1")
  }

  @Test("An earlier release's session is kept as a session of its own")
  func whatAnotherReleaseSavedIsKeptAsASessionOfItsOwn() throws {
    let file = try save("main", version: "0.9/../x")
    try file.saveGeneration(of: "0.9/../x")
    try file.save(
      Snapshot(application: "test", version: "1", account: nil, savedAt: 0, entries: []).body)
    let kept = try SavedSession(path: directory.file("main.snapshot.from-0.9_.._x"))
    guard case .snapshot(let snapshot) = kept.contents else {
      Issue.record("the kept session can't be read")
      return
    }
    #expect(snapshot.version == "0.9/../x")
    #expect(try SnapshotFile(path: kept.path).load().damage == nil)
  }

  @Test("A saved session's timestamp is its file's") func theMomentOfTheLastWriteIsTheFiles() throws
  {
    do { try save("main").flush() }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 100)],
      ofItemAtPath: directory.file("main.snapshot"))
    #expect(try SavedSession(path: directory.file("main.snapshot")).writtenAt == 100)
    #expect(sessions.dates.map(\.name) == ["main"])
    #expect(sessions.dates.map(\.writtenAt) == [100])
    let none = try SavedSession(path: directory.file("none.snapshot"))
    #expect(none.writtenAt == nil && none.byteCount == 0 && none.files == [])
    guard case .nothing = none.contents else {
      Issue.record("something is told of a file that isn't there")
      return
    }
  }

  @Test("A saved session that is newer, sealed or unreadable is told apart")
  func whatCannotBeReadHereIsToldAsWhatItIs() throws {
    func contents(_ name: String, _ body: String, format: Int = 1) throws -> SavedSession.Contents {
      let bytes = Slot(generation: 1, body: Array(body.utf8), format: format).bytes
      try directory.write(
        name, bytes + [UInt8](repeating: 0x0A, count: 2 * Slot.minimumSize - bytes.count))
      let session = try SavedSession(path: directory.file(name))
      #expect(session.byteCount == 2 * Slot.minimumSize && session.owner == nil)
      return session.contents
    }
    guard case .newer(format: 7) = try contents("a.snapshot", "{}", format: 7),
      case .sealed = try contents("b.snapshot", "reprise-sealed 1", format: 2),
      case .unreadable("it doesn't say which application and screens it is for") = try contents(
        "c.snapshot", "{}"),
      case .snapshot(let snapshot) = try contents(
        "d.snapshot", #"{"application":"a","screens":[]}"#)
    else {
      Issue.record("a session is told as what it isn't")
      return
    }
    #expect(snapshot.application == "a")
  }

  @Test("A saved session has its file's name or the given one")
  func itsNameIsItsFilesOrWhatItIsCalled() throws {
    do { try save("main").flush() }
    let session = try SavedSession(path: directory.file())
    #expect(session.name == "main" && session.account == nil && session.machine == nil)
    let account = Account(server: "s", user: "u")
    let named = session.named("lab/main", of: account)
    #expect(named.name == "lab/main" && named.account == account && named.path == session.path)
    try directory.write("plain", "x")
    #expect(try SavedSession(path: directory.file("plain")).name == "plain")
  }
}
