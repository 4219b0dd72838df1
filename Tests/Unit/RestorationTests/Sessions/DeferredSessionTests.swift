import Core
import Foundation
import RepriseTesting
import Restoration
import Testing

/// What a session is saved with that couldn't be opened at the start.
@Suite struct DeferredSessionTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("main.snapshot")
  }

  /// Saves as a process does that owns the session for a moment.
  private func save(_ text: String) throws {
    let owned = try Self.open(path, SystemFiles())
    try owned.file.save(Array(text.utf8))
    try owned.file.flush()
  }

  /// What the next start would show.
  private var saved: String? {
    get throws {
      try SnapshotFile(path: path).look().body.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func lock(_ path: String, _ files: any FileSystem) throws -> LockedSession {
    let lock = try SessionLock(
      path: path + ".lock", owner: "process 2", waitsForHolder: false, system: files)
    return LockedSession(SnapshotFile(path: path, system: files), lock: lock)
  }

  private static func open(_ path: String, _ files: any FileSystem) throws -> LockedSession {
    var session = try lock(path, files)
    session.stored = try session.file.load()
    return session
  }

  private func late(_ files: any FileSystem) throws -> DeferredSession {
    let path = path
    return DeferredSession(
      showing: try SnapshotFile(path: path, system: files).look(),
      lock: { try Self.lock(path, files) }, read: { $0.stored = try $0.file.load() })
  }

  @Test(
    "A session that can't be opened is shown and saved once possible",
    arguments: [EROFS, EACCES, EPERM, ENOSPC, EDQUOT, EIO])
  func whatWasSavedIsShownAndSavingGoesOnWhenItCan(code: Int32) throws {
    try save("before")
    // A full disk keeps nobody from locking a file that is there.
    try FileManager.default.removeItem(atPath: path + ".lock")
    let files = UnwritableFiles(code)
    let late = try late(files)
    #expect(late.load().body == Array("before".utf8))
    for number in 1...3 {
      #expect(throws: SnapshotError.file(.system("created", path: path + ".lock", code: code))) {
        try late.save(Array("lost \(number)".utf8))
      }
    }
    #expect(try saved == "before")
    files.code = nil
    try late.save(Array("after".utf8))
    #expect(try saved == "after")
    // It is locked, and safe from a power cut, like any other.
    #expect(throws: SnapshotError.inUse(by: "process 2")) { try Self.open(path, SystemFiles()) }
    try late.flush()
    try FileManager.default.removeItem(atPath: path)
    #expect(try saved == "after")
  }

  @Test("A deferred session costs few system calls per failed save")
  func aKeyPressCostsFewCallsWhileItDoesNotWork() throws {
    try save(String(repeating: "x", count: 900_000))
    let files = UnwritableFiles(EROFS)
    let late = try late(files)
    let before = (calls: files.callCount, bytes: files.bytesRead)
    for _ in 1...10 { #expect(throws: SnapshotError.self) { try late.save([1]) } }
    #expect(files.callCount - before.calls <= 10 * 5)
    #expect(files.bytesRead == before.bytes)
  }

  @Test("A deferred session retries reading once a second and at the end")
  func whatCannotBeReadIsNotTriedAgainForASecondButAtTheEnd() throws {
    try save("before")
    let path = path
    let problem = SnapshotError.file(.system("read", path: path, code: EIO))
    var now = ContinuousClock.now
    var tries = 0
    var isMended = false
    let late = DeferredSession(
      showing: StoredSnapshot(body: nil), now: { now },
      lock: { try Self.lock(path, SystemFiles()) },
      read: { session in
        tries += 1
        guard isMended else { throw problem }
        session.stored = try session.file.load()
      })
    for _ in 1...100 { #expect(throws: problem) { try late.save([1]) } }
    #expect(tries == 1)
    now += .seconds(1)
    #expect(throws: problem) { try late.save([1]) }
    #expect(tries == 2)
    // Meanwhile it isn't locked.
    try save("another's")
    isMended = true
    #expect(throws: problem) { try late.save(Array("last".utf8)) }
    try late.flush()
    #expect(try saved == "last")
  }

  @Test("A deferred session opened elsewhere meanwhile is quarantined later")
  func aSessionThatIsOpenElsewhereMeanwhileIsLeftAloneAndThenKept() throws {
    try save("before")
    let files = UnwritableFiles(EROFS)
    let late = try late(files)
    var said: [String] = []
    late.onOpened = { said += $0 }
    #expect(throws: SnapshotError.self) { try late.save([1]) }
    files.code = nil
    do {
      let other = try Self.open(path, SystemFiles())
      try other.file.save(Array("the other's".utf8))
      let problem = #expect(throws: SnapshotError.inUse(by: "process 2")) {
        try late.save([1])
      }
      #expect(problem?.brief == "already open in process 2")
    }
    #expect(said.isEmpty)
    try late.save(Array("mine".utf8))
    #expect(try saved == "mine")
    let aside = SnapshotFile(path: path + ".aside-1")
    #expect(try aside.look().body == Array("the other's".utf8))
    #expect(
      said == [
        "Another process has saved this session meanwhile; a copy is kept as main.snapshot.aside-1."
      ])
    // That is said once.
    try late.save(Array("mine again".utf8))
    #expect(said.count == 1)
  }

  @Test("A session opened elsewhere names its owner on a read-only disk")
  func whoMayOnlyReadIsToldWhoHasItOpen() throws {
    let owner = try Self.open(path, SystemFiles())
    #expect(throws: SnapshotError.inUse(by: "process 2")) {
      try Self.open(path, UnwritableFiles(EROFS))
    }
    _ = owner
  }

  @Test("A deferred session's promised quarantine is made before saving")
  func aPromisedCopyIsMadeBeforeAnythingIsSaved() throws {
    try save("before")
    let files = UnwritableFiles(EROFS)
    let late = try late(files)
    #expect(try late.quarantine() == "an .aside file before anything is saved")
    var said: [String] = []
    late.onOpened = { said += $0 }
    files.code = nil
    try late.save(Array("after".utf8))
    #expect(try SnapshotFile(path: path + ".aside-1").look().body == Array("before".utf8))
    #expect(said == ["A copy of what was saved before is kept as main.snapshot.aside-1."])
  }

  @Test("A deferred session that can't quarantine doesn't save")
  func whatCannotBeSetAsideKeepsItFromSaving() throws {
    try save("before")
    let late = try late(SystemFiles())
    try save("the other's")
    for number in 1...10 { try directory.write("main.snapshot.aside-\(number)", "\(number)") }
    #expect(throws: SnapshotError.self) { try late.save([1]) }
    #expect(try saved == "the other's")
    try FileManager.default.removeItem(atPath: path + ".aside-7")
    // The end waits for nothing.
    try late.flush()
    #expect(try SnapshotFile(path: path).look().body == [1])
    #expect(try SnapshotFile(path: path + ".aside-7").look().body == Array("the other's".utf8))
  }

  /// Each call of the opening and saving goes wrong once: then what comes back is the old or the
  /// new, and the other's is there, too.
  @Test("A deferred session loses nothing at any failed system call", arguments: FaultTests.faults)
  func whateverGoesWrongNothingIsLost(
    _ fault: FaultyFiles.Fault
  ) throws {
    var place = 0
    while true {
      let directory = try TemporaryDirectory()
      let path = directory.file("main.snapshot")
      let other = try Self.open(path, SystemFiles())
      try other.file.save(Array("shown".utf8))
      let shown = try SnapshotFile(path: path).look()
      try other.file.save(Array("the other's".utf8))
      let files = FaultyFiles(fault, at: place)
      var now = ContinuousClock.now
      let late = DeferredSession(
        showing: shown,
        now: {
          now += .seconds(2)
          return now
        }, lock: { LockedSession(SnapshotFile(path: path, system: files), lock: other.lock) },
        read: { $0.stored = try $0.file.load() })
      var isSaved = false
      for _ in 1...3 where !isSaved { isSaved = (try? late.save(Array("mine".utf8))) != nil }
      guard files.hasHappened else { break }
      let body = try #require(try SnapshotFile(path: path).look().body)
      let texts = try [path, path + ".aside-1", path + ".aside-2"].map {
        try SnapshotFile(path: $0).look().body.map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(isSaved || fault == .stop || fault == .stopHalfway, "\(fault) at call \(place)")
      #expect(
        body == Array((isSaved ? "mine" : "the other's").utf8) || files.isStopped,
        "\(fault) at call \(place)")
      #expect(texts.contains("the other's"), "\(fault) at call \(place)")
      place += 1
    }
    #expect(place > 5)
  }
}
