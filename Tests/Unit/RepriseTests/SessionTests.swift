import Accounts
import Core
import Foundation
import RepriseTesting
import Restoration
import Screens
import Synchronization
import Testing

@testable import Reprise

@MainActor @Suite struct SessionTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  /// A session that was looked at.
  private func seen(
    _ words: [String], version: String = "1.0", system: any FileSystem = SystemFiles()
  ) throws -> Session {
    try Session(
      SessionRequest(
        application: "test", version: version, routes: RouteServers(of: OnlyRoute.self),
        arguments: Arguments(words, commands: [], options: [], program: "test"),
        environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path], system: system))
  }

  /// A session that was opened.
  private func session(
    _ words: String..., version: String = "1.0", system: any FileSystem = SystemFiles()
  ) throws -> Session {
    var session = try seen(words, version: version, system: system)
    try session.open()
    return session
  }

  /// As in a window that was locked while another one logged out: nothing is made there again.
  @Test("A session of a deleted vault saves nothing and reports it")
  func inAVaultThatIsGoneNothingIsSavedAndThatIsSaid() async throws {
    let account = Account(server: "https://clinic.example.org", user: "nurse")
    let directory = try VaultDirectory(of: account, in: home.path)
    let made = try await directory.make(Secret("geheim"))
    made.lock()
    try directory.erase()
    let vault = try await directory.open(Secret("geheim"), holding: made.key)
    var session = try Session(
      SessionRequest(
        application: "test", version: "1.0", routes: RouteServers(of: OnlyRoute.self),
        account: account, vault: vault, arguments: Arguments(),
        environment: ["HOME": home.path]))
    try session.open()
    #expect(session.notSaving == "it was deleted")
    #expect(session.notices.contains { $0.contains("nothing more is saved") })
    #expect(session.store == nil)
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  private let file = ".local/state/test/sessions/main.snapshot"

  private func save(_ session: Session, version: String = "1.0") throws {
    let snapshot = Snapshot(
      application: "test", version: version, author: session.author, account: nil, savedAt: 0,
      entries: [])
    try session.store?.save(snapshot.body)
  }

  /// Some network file systems have no locks; there `flock` fails, whichever of the calls it is.
  @Test(
    "Each machine has its own session on a disk without locks", arguments: [ENOLCK, EOPNOTSUPP])
  func whereThereAreNoLocksEachMachineHasASessionOfItsOwn(code: Int32) throws {
    var place = 0
    while true {
      let files = FaultyFiles(.fail(code), at: place)
      let first = try session(system: files)
      guard files.hasHappened else { break }
      if first.notices.contains(where: { $0.contains("no file locks") }) {
        try save(first)
        let names = try home.files().filter { $0.hasSuffix(".snapshot") }
        #expect(names.contains { $0.contains("sessions/main@") })
        // And it is locked all the same: on this machine there is no second owner.
        #expect(throws: SnapshotError.self) {
          try session(system: FaultyFiles(.fail(code), at: place))
        }
        return
      }
      place += 1
    }
    Issue.record("no call was the one that locks")
  }

  @Test("An earlier release's session is kept before saving")
  func whatAnEarlierReleaseSavedIsKeptBeforeThisOneSaves() throws {
    do {
      let old = try session(version: "1.0")
      try save(old)
    }
    do {
      let new = try session(version: "1.1")
      #expect(new.snapshot?.version == "1.0")
      try save(new, version: "1.1")
    }
    let kept = home.file(".local/state/test/sessions/main.snapshot.from-1.0")
    #expect(
      try SnapshotFile(path: kept).load().body.map { try Snapshot(body: $0).version } == "1.0")
    // The next start of the same release keeps nothing more.
    _ = try session(version: "1.1")
    #expect(try home.files().filter { $0.contains(".from-") }.count == 1)
  }

  @Test("The usual session isn't foreign despite another author")
  func theUsualSessionIsNeverForeignForItsAuthor() throws {
    let path = home.file("elsewhere.snapshot")
    do {
      let file = SnapshotFile(path: path)
      _ = try file.load()
      try file.save(
        Snapshot(
          application: "test", version: "1.0", author: "luca@elsewhere", account: nil, savedAt: 0,
          entries: []
        ).body)
    }
    #expect(try seen(["--snapshot", path]).foreign != nil)
    let directory = home.file(".local/state/test/sessions")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: path, toPath: directory + "/main.snapshot")
    #expect(try session().foreign == nil)
  }

  /// A file that somebody else saved with an earlier release, readable by all.
  private func foreignFile() throws -> String {
    let path = home.file("elsewhere.snapshot")
    do {
      let file = SnapshotFile(path: path)
      _ = try file.load()
      try file.save(
        Snapshot(
          application: "test", version: "0.9", author: "luca@elsewhere", account: nil,
          savedAt: 0, entries: []
        ).body)
    }
    #expect(chmod(path, 0o644) == 0)
    return path
  }

  @Test("A foreign session changes no file before the user agrees", arguments: [["--fresh"], []])
  func beforeThePersonAgreesNothingIsWritten(words: [String]) throws {
    let path = try foreignFile()
    let bytes = try home.bytes("elsewhere.snapshot")
    var session = try seen(["--snapshot", path] + words)
    let question = try #require(session.foreign)
    #expect(try home.files() == ["elsewhere.snapshot"])
    #expect(try home.bytes("elsewhere.snapshot") == bytes)
    #expect(try home.permissions("elsewhere.snapshot") == 0o644)
    #expect(question.description.contains("was saved by luca@elsewhere"))
    let isFresh = !words.isEmpty
    #expect(question.description.contains("would replace all of it: the first screen") == isFresh)
    #expect(question.description.contains("would open: the first screen") == !isFresh)
    // Agreed.
    try session.open()
    #expect(try home.permissions("elsewhere.snapshot") == 0o600)
    #expect(try home.files().contains("elsewhere.snapshot.from-0.9"))
    #expect((session.snapshot == nil) == isFresh)
  }

  @Test("A session file replaced after the question isn't opened")
  func whatIsPutThereAfterTheQuestionIsNotOpened() throws {
    let path = try foreignFile()
    var session = try seen(["--snapshot", path])
    let file = SnapshotFile(path: path)
    _ = try file.load()
    try file.save(
      Snapshot(
        application: "test", version: "1.0", author: "eve@elsewhere", account: nil, savedAt: 1,
        entries: []
      ).body)
    #expect(throws: SnapshotError.file(.unsafe(path: path, "it was changed meanwhile"))) {
      try session.open()
    }
  }

  // MARK: Whose it is

  @Test("A session is owned once it is opened") func aSessionIsThisProcessesOnceItIsOpened() throws
  {
    let seen = try seen([])
    #expect(!seen.isOwned && seen.store == nil && seen.deferredStore == nil)
    let opened = try session()
    #expect(opened.isOwned && opened.store != nil && opened.deferredStore == nil)
    #expect(opened.path?.hasSuffix("/" + file) == true)
    #expect(opened.path == seen.path)
    #expect(opened.notices == [] && opened.notSaving == nil)
  }

  /// Another window was closed between the look at the session and its opening.
  @Test("A session saved between look and opening is resumed")
  func whatWasSavedMeanwhileIsWhatIsResumed() throws {
    do { try save(session()) }
    var seen = try seen([])
    #expect(seen.snapshot?.savedAt == 0)
    do {
      let other = try session()
      try other.store?.save(
        Snapshot(
          application: "test", version: "1.0", author: other.author, account: nil, savedAt: 7,
          entries: []
        ).body)
    }
    try seen.open()
    #expect(seen.snapshot?.savedAt == 7)
  }

  @Test func anEphemeralSessionIsNeitherResumedNorSaved() throws {
    do { try save(session()) }
    let ephemeral = try session("--ephemeral")
    #expect(!ephemeral.isOwned && ephemeral.store == nil && ephemeral.path == nil)
    #expect(ephemeral.snapshot == nil && ephemeral.crashLoopGuard == nil)
    #expect(ephemeral.notices == [] && ephemeral.notSaving == nil)
  }

  /// Files of root's in the person's own folder would keep the next start from saving; a file that
  /// was named is what root wants.
  @Test(.enabled(if: geteuid() == 0, "only root can be in another user's home"))
  func rootSavesNothingInAnotherUsersHome() throws {
    chown(home.path, 65534, 65534)
    defer { chown(home.path, 0, 0) }
    func session(_ words: String...) throws -> Session {
      try Session(
        SessionRequest(
          application: "test", version: "1.0", routes: RouteServers(of: OnlyRoute.self),
          arguments: Arguments(words, commands: [], options: [], program: "test"),
          environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path]))
    }
    let usual = try session()
    #expect(usual.path == nil && usual.notices.count == 1)
    #expect(usual.notices[0].contains("so this session isn't saved. Run it as "))
    #expect(try home.files().isEmpty)
    let named = try session("--snapshot", home.file("mine.snapshot"))
    #expect(named.path != nil && named.notices == [])
  }

  /// Cleaners delete locks; the session's own file keeps others out then.
  @Test("A session whose lock was deleted can't be opened again")
  func aSessionWhoseLockWasDeletedIsStillOpen() throws {
    do { try save(session()) }
    let first = try session()
    try FileManager.default.removeItem(atPath: home.file(file + ".lock"))
    #expect(throws: SnapshotError.inUse(by: "another process")) { try session() }
    withExtendedLifetime(first) {}
  }

  @Test("The --take-over option takes an open session")
  func aSessionIsTakenFromTheProcessThatHasIt() throws {
    do { try save(session()) }
    let first = try session()
    try save(first)
    let second = try session("--take-over")
    #expect(second.isOwned && second.snapshot?.version == "1.0")
    try save(second, version: "1.1")
    #expect(throws: SnapshotError.takenOver) { try save(first, version: "1.2") }
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
    withExtendedLifetime(first) {}
  }

  @Test("The --session and --snapshot options together are refused")
  func twoPlacesForOneSessionAreRefused() throws {
    #expect(
      throws: UsageError(
        "--session and --snapshot name two places", advice: "Use only one of them.")
    ) { try seen(["--session", "lab", "--snapshot", home.file("mine.snapshot")]) }
  }

  @Test("The --fresh option quarantines a newer release's session")
  func whatANewerReleaseSavedIsKeptWhereThePersonBeginsAfresh() throws {
    // A slot of a format that isn't known yet.
    let body = Array("{}".utf8)
    let start = "reprise-snapshot 9 generation 7 bytes \(body.count) "
    var checksum = CRC32()
    checksum.update(Array(start.utf8) + body)
    let slot = Array("\(start)crc32 \(checksum.hexadecimal)\n".utf8) + body
    let bytes = slot + [UInt8](repeating: 0x0A, count: 32768 - slot.count)
    try home.write(file, bytes)
    // It isn't overwritten unless the person says so.
    let usual = try session()
    #expect(usual.snapshot == nil && !usual.isOwned)
    #expect(try home.bytes(file) == bytes)
    let fresh = try session("--fresh")
    #expect(fresh.notices == ["What a newer release saved is kept as main.snapshot.aside-1."])
    #expect(try home.bytes(file + ".aside-1") == bytes)
    #expect(fresh.isOwned && fresh.snapshot == nil)
  }

  // MARK: Where nothing can be written

  @Test(
    "A session that can't be opened is shown and saved later",
    arguments: [EROFS, EACCES, ENOSPC, EDQUOT])
  func aSessionThatCannotBeOpenedIsShownAndSavedAsSoonAsItCan(code: Int32) throws {
    do { try save(session()) }
    try FileManager.default.removeItem(atPath: home.file(file + ".lock"))
    let files = UnwritableFiles(code)
    var session = try session(system: files)
    #expect(session.snapshot?.author == session.author)
    #expect(session.notSaving == String(cString: strerror(code)).lowercased())
    #expect(session.notices.joined().lowercased().contains("resumes"))
    // A full disk's own advice says so already.
    let isFull = [ENOSPC, EDQUOT].contains(code)
    #expect(
      session.notices.contains("Saving resumes when it can be written.") != isFull)
    #expect(!session.isOwned)
    let said = session.notices
    #expect(session.beginCrashLoopGuard() == .everything)
    // That the start can't be marked is of no interest beside that.
    #expect(session.notices == said)
    session.crashLoopGuard?.pass()
    #expect(throws: SnapshotError.self) { try save(session) }
    files.code = nil
    try save(session, version: "1.1")
    #expect(throws: SnapshotError.self) { try self.session() }
    session.crashLoopGuard?.pass()
    #expect(try !home.files().contains { $0.hasSuffix(".attempts") })
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
  }

  @Test(
    "A session in an unwritable directory is saved once writable",
    .enabled(if: geteuid() != 0, "root may write into any folder"))
  func aFolderThatIsNotWritableIsNoticedAndSoIsOneThatIsAgain() throws {
    do { try save(session()) }
    try FileManager.default.removeItem(atPath: home.file(file + ".lock"))
    let directory = home.file(".local/state/test/sessions")
    #expect(chmod(directory, 0o500) == 0)
    defer { chmod(directory, 0o700) }
    let late = try session()
    #expect(late.snapshot != nil)
    #expect(late.notSaving == "permission denied")
    #expect(throws: SnapshotError.self) { try save(late) }
    #expect(chmod(directory, 0o700) == 0)
    try save(late, version: "1.1")
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
  }

  /// Whoever has a session lets go of it once somebody else has asked for it in vain.
  private final class EndingMeanwhile: ForwardingFiles {
    let ending: Mutex<Session?>

    init(_ ending: consuming sending Session) { self.ending = Mutex(ending) }

    func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
      let result = SystemFiles().lockFile(descriptor, operation)
      let code = errno
      if result != 0 { ending.withLock { $0 = nil } }
      errno = code
      return result
    }
  }

  /// A window that was just closed is still saving.
  @Test("A session waits for a process that is ending") func aStartWaitsForWhoeverIsEnding() throws
  {
    do { try save(session()) }
    let files = EndingMeanwhile(try session())
    #expect(try session(system: files).isOwned)
    #expect(files.ending.withLock { $0 == nil })
  }

  @Test("Failed starts count on a read-only disk")
  func startsThatFailedBeforeCountAlsoWhereThisOneCannotBeMarked() throws {
    do { try save(session()) }
    for _ in 1...2 {
      var session = try session()
      _ = session.beginCrashLoopGuard()
    }
    let files = UnwritableFiles(EROFS)
    var late = try session(system: files)
    #expect(late.beginCrashLoopGuard() == .withoutTop)
    #expect(late.snapshot != nil)
    late.crashLoopGuard?.pass()
    files.code = nil
    try save(late)
    // The next picture takes the mark away, which no longer means anything.
    late.crashLoopGuard?.pass()
    #expect(try !home.files().contains { $0.hasSuffix(".attempts") })
  }

  /// A mark needs a new file, for which a full disk has no room; a session that is there needs
  /// none.
  @Test("A start that can't be marked still saves its session")
  func aStartThatCannotBeMarkedIsSavedAllTheSame() throws {
    do { try save(session()) }
    let files = UnwritableFiles(nil)
    var session = try session(system: files)
    files.code = ENOSPC
    #expect(session.beginCrashLoopGuard() == .everything)
    #expect(session.notSaving == nil)
    #expect(
      session.notices == [
        "If this start fails, the next one won't know: no space left on device."
      ])
    files.code = nil
    try save(session, version: "1.1")
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
  }

  @Test("An earlier release's session opened late is kept")
  func whatAnEarlierReleaseSavedIsKeptAlsoWhenItIsOpenedLate() throws {
    do { try save(session()) }
    let files = UnwritableFiles(EROFS)
    let late = try session(version: "1.1", system: files)
    #expect(late.snapshot?.version == "1.0")
    files.code = nil
    try save(late, version: "1.1")
    #expect(try SavedSession(path: home.file(file + ".from-1.0")).savedVersion == "1.0")
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
  }

  @Test("A damaged session is shown and quarantined when possible")
  func aDamagedSessionIsShownAndSetAsideWhenThatIsPossible() throws {
    do {
      let first = try session()
      try save(first)
      try save(first, version: "1.1")
    }
    var bytes = try home.bytes(file)
    bytes[200] ^= 1
    bytes[20] ^= 1
    try home.write(file, bytes)
    let files = UnwritableFiles(EROFS)
    let late = try session(version: "1.1", system: files)
    #expect(late.snapshot != nil)
    #expect(late.notices.contains { $0.hasPrefix("The saved session is damaged: ") })
    var said: [String] = []
    late.deferredStore?.onOpened = { said += $0 }
    files.code = nil
    try save(late, version: "1.1")
    #expect(try home.bytes(file + ".aside-1") == bytes)
    #expect(said.joined().contains("a copy is kept as main.snapshot.aside-1"))
  }

  @Test("The --fresh option on a read-only disk replaces the session later")
  func freshWhereNothingCanBeWrittenBeginsAndReplacesLater() throws {
    do { try save(session()) }
    let files = UnwritableFiles(EROFS)
    let fresh = try session("--fresh", system: files)
    #expect(fresh.snapshot == nil)
    #expect(throws: SnapshotError.self) { try save(fresh) }
    files.code = nil
    try save(fresh, version: "1.1")
    #expect(try !home.files().contains { $0.contains(".aside-") })
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.1")
  }

  @Test("A --snapshot file on a read-only disk is shown if it exists")
  func aFileThatWasNamedIsShownIfItIsThereAndRefusedIfNot() throws {
    let path = home.file("mine.snapshot")
    #expect(throws: SnapshotError.file(.system("created", path: path + ".lock", code: EROFS))) {
      try session("--snapshot", path, system: UnwritableFiles(EROFS))
    }
    do { try save(session("--snapshot", path)) }
    let late = try session("--snapshot", path, system: UnwritableFiles(EROFS))
    #expect(late.snapshot != nil)
    #expect(late.notSaving == "read-only file system")
  }

  @Test("A session directory that can't be created is created later")
  func aFolderThatCannotBeMadeIsMadeWhenItCan() throws {
    try home.write(".local", "in the way")
    let late = try session()
    #expect(late.notSaving == "not a directory")
    #expect(throws: SnapshotError.self) { try save(late) }
    try FileManager.default.removeItem(atPath: home.file(".local"))
    try save(late)
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.0")
  }

  @Test("A removed session directory is created anew by the next save")
  func aFolderThatIsRemovedIsMadeAgainByTheNextSave() throws {
    let session = try session()
    try save(session)
    try session.store?.flush()
    try FileManager.default.removeItem(atPath: home.file(".local/state/test"))
    try save(session)
    #expect(try SavedSession(path: home.file(file)).savedVersion == "1.0")
    // And nobody else has it.
    #expect(throws: SnapshotError.self) { try self.session() }
    withExtendedLifetime(session) {}
  }

  @Test("A removed directory of a --snapshot file isn't created anew")
  func aFolderThatWasNamedStaysRemoved() throws {
    let directory = home.file("mine")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let session = try session("--snapshot", directory + "/a.snapshot")
    try save(session)
    try session.store?.flush()
    try FileManager.default.removeItem(atPath: directory)
    #expect(throws: SnapshotError.self) { try save(session) }
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test("A session open elsewhere is refused on a read-only disk")
  func whoCannotWriteIsToldThatAnotherProcessHasTheSession() throws {
    let owner = try session()
    try save(owner)
    #expect(throws: SnapshotError.self) { try session(system: UnwritableFiles(EROFS)) }
  }
}

extension SavedSession {
  fileprivate var savedVersion: String? {
    if case .snapshot(let snapshot) = contents { snapshot.version } else { nil }
  }
}
