import Foundation
import RepriseTesting
import TestSupport
import Testing

@testable import Core
@testable import Restoration

@Suite struct SnapshotFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// What another process finds in the file now.
  private func reloaded() throws -> StoredSnapshot {
    try SnapshotFile(path: directory.file()).load()
  }

  /// A file that was opened, and saved to.
  private func file(saving texts: String...) throws -> SnapshotFile {
    let file = SnapshotFile(path: directory.file())
    _ = try file.load()
    for text in texts { try file.save(body(text)) }
    return file
  }

  // MARK: Saving and loading

  @Test("A snapshot file has no body at first") func nothingIsThereInTheBeginning() throws {
    #expect(try reloaded() == StoredSnapshot(body: nil))
    #expect(try directory.names == [])
  }

  @Test("A snapshot file loads the last saved body") func whatWasSavedLastIsLoaded() throws {
    let file = try file()
    for number in 1...9 {
      try file.save(body("body \(number)"))
      #expect(try reloaded() == StoredSnapshot(body: body("body \(number)")))
    }
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test("A launch image is read with the generation that it was kept for, and with no other")
  func anImageBelongsToItsGeneration() throws {
    func image() throws -> [UInt8]? {
      let file = SnapshotFile(path: directory.file())
      _ = try file.load()
      return file.launchImage
    }
    let file = try file(saving: "one")
    file.keepLaunchImage { [1, 2] }
    try file.flush()
    #expect(try image() == [1, 2])
    #expect(try directory.names.contains("main.snapshot.image"))
    // Killed before the image of the next generation is written.
    try file.save(body("two"))
    #expect(try image() == nil)
    file.keepLaunchImage { [3] }
    file.keepLaunchImage { [4] }
    try file.flush()
    #expect(try image() == [4])
    #expect(try SavedSession(path: directory.file()).files.contains { $0.hasSuffix(".image") })
  }

  @Test func aSessionGoesOnWhereAnotherProcessLeftIt() throws {
    for number in 1...9 {
      let file = SnapshotFile(path: directory.file())
      #expect(try file.load().body == (number == 1 ? nil : body("body \(number - 1)")))
      try file.save(body("body \(number)"))
    }
  }

  @Test func theSlotsAreWrittenInTurnWithRisingGenerations() throws {
    let file = try file()
    var places: [Int] = []
    for number in 1...6 {
      try file.save(body("\(number)"))
      let newest = try #require(SlotPair(try directory.bytes()).newest)
      #expect(newest.slot.generation == UInt64(number))
      places.append(newest.index)
    }
    #expect(places == [1, 0, 1, 0, 1, 0])
  }

  @Test("A snapshot file has permissions 0600 and the size of two slots")
  func theFileIsPrivateAndStaysAsLargeAsItsSlots() throws {
    _ = try file(saving: "one", "two", "three")
    #expect(try directory.permissions() == 0o600)
    #expect(try directory.bytes().count == 2 * Slot.minimumSize)
  }

  @Test func aDeletedWordIsGoneFromTheFileTwoSavesLater() throws {
    let file = try file(
      saving: "short", "a long text that has the word xyzzy in it", "longer again")
    #expect(contains("xyzzy", try directory.bytes()))
    try file.save(body("x"))
    #expect(!contains("xyzzy", try directory.bytes()))
  }

  @Test("A deleted word of another process is gone from the snapshot file")
  func aDeletedWordIsGoneAlthoughAnotherProcessWroteIt() throws {
    _ = try file(saving: "a long text that has the word xyzzy in it", "and one more with xyzzy")
    _ = try file(saving: "1", "2")
    #expect(!contains("xyzzy", try directory.bytes()))
  }

  @Test("A deleted word is gone from a snapshot file that grew")
  func aDeletedWordIsGoneFromAFileThatGrew() throws {
    let large = String(repeating: "large ", count: 4000)
    let file = try file(saving: "xyzzy", "xyzzy and more", large + "xyzzy", "1", "2")
    #expect(!contains("xyzzy", try directory.bytes()))
    try file.save(body("3"))
    #expect(try reloaded().body == body("3"))
  }

  private func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(word)
  }

  // MARK: Growing

  @Test("A state that outgrows its slot moves to a larger slot and back")
  func aStateThatOutgrowsItsSlotMovesToALargerOneAndBack() throws {
    let file = try file(saving: "small")
    for count in [20_000, 100, 16_000, 70_000, 5, 600_000, 30_000, 1] {
      let saved = [UInt8](repeating: UInt8(ascii: "y"), count: count)
      try file.save(saved)
      #expect(try reloaded() == StoredSnapshot(body: saved))
    }
    #expect(try directory.permissions() == 0o600)
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test("The previous generation is kept while the snapshot file grows")
  func theGenerationBeforeIsKeptWhileTheFileGrows() throws {
    _ = try file(saving: "small", String(repeating: "z", count: 50_000))
    var bytes = try directory.bytes()
    let newest = try #require(SlotPair(bytes).newest)
    // The new one is lost: what was before is still there.
    bytes[newest.index * SlotPair(bytes).slotSize + 40_000] ^= 1
    try directory.write(bytes)
    #expect(try reloaded().body == body("small"))
  }

  @Test("The body that made a snapshot file grow is the next save's fallback")
  func whatMadeTheFileGrowIsTheGenerationBeforeTheNext() throws {
    let large = String(repeating: "z", count: 50_000)
    let file = try file(saving: "one", "two", large)
    #expect(
      SlotPair(try directory.bytes()).intactSlots.map(\.slot.body) == [body(large), body("two")])
    try file.save(body("next"))
    let slots = SlotPair(try directory.bytes())
    #expect(slots.intactSlots.map(\.slot.body) == [body("next"), body(large)])
    #expect(slots.intactSlots.map(\.index) == [0, 1])
    #expect(slots.intactSlots.map(\.slot.generation) == [4, 3])
  }

  @Test(
    "A state at the edge of its slot is saved",
    arguments: [Slot.minimumSize - 80, Slot.minimumSize - 60, Slot.minimumSize])
  func aStateAtTheEdgeOfItsSlotIsSaved(count: Int) throws {
    let file = try file()
    for extra in 0..<80 {
      let saved = [UInt8](repeating: UInt8(ascii: "e"), count: count + extra)
      try file.save(saved)
      #expect(try reloaded().body == saved)
    }
  }

  /// The file grows for a state that doesn't fit, and for no other.
  @Test(
    "A snapshot file grows only for a state that doesn't fit",
    arguments: [(0, Slot.minimumSize), (1, 2 * Slot.minimumSize)])
  func aStateMayFillItsSlot(extra: Int, slotSize: Int) throws {
    let file = try file(saving: "one")
    let text = [UInt8](repeating: UInt8(ascii: "e"), count: 16_000)
    let header = Slot(generation: 2, body: text).bytes.count - text.count
    try file.save([UInt8](repeating: UInt8(ascii: "e"), count: Slot.minimumSize - header + extra))
    #expect(try directory.bytes().count == 2 * slotSize)
  }

  @Test func aStateThatIsTooLargeIsRefusedAndTheOneBeforeStays() throws {
    let file = try file(saving: "before")
    let large = [UInt8](repeating: 1, count: Slot.maximumSize)
    let problem = #expect(throws: SnapshotError.self) { try file.save(large) }
    guard case .tooLarge? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(try reloaded() == StoredSnapshot(body: body("before")))
    try file.save(body("after"))
    #expect(try reloaded() == StoredSnapshot(body: body("after")))
  }

  @Test func theLargestStateThatFitsIsSaved() throws {
    let file = try file(saving: "before")
    let header = Slot(generation: 2, body: []).bytes.count + "1048500".utf8.count - 1
    let largest = [UInt8](repeating: 1, count: Slot.maximumSize - header)
    #expect(throws: SnapshotError.self) { try file.save(largest + [1]) }
    try file.save(largest)
    #expect(try reloaded().body == largest)
  }

  // MARK: Where nothing can be saved

  @Test("A snapshot file in a missing directory throws until it exists")
  func aFolderThatIsGoneIsAProblemAndNoCrash() throws {
    let path = directory.file("gone/main.snapshot")
    let file = SnapshotFile(path: path)
    #expect(try file.load() == StoredSnapshot(body: nil))
    #expect(throws: SnapshotError.file(.system("created", path: path, code: ENOENT))) {
      try file.save([1])
    }
    mkdir(directory.file("gone"), 0o700)
    try file.save([1])
    #expect(try SnapshotFile(path: path).load().body == [1])
  }

  @Test("A snapshot file below a plain file throws") func aFileAsFolderIsAProblem() throws {
    try directory.write("plain", [])
    let file = SnapshotFile(path: directory.file("plain/main.snapshot"))
    #expect(throws: SnapshotError.self) { try file.load() }
    #expect(throws: SnapshotError.self) { try file.save([1]) }
  }

  @Test("A snapshot file in an unwritable directory throws") func aFolderWithoutRightsIsAProblem()
    throws
  {
    // Root may write anywhere but into the kernel's own folders.
    let path = "/proc/self/main.snapshot"
    let file = SnapshotFile(path: path)
    #expect(try file.load() == StoredSnapshot(body: nil))
    #expect(throws: SnapshotError.self) { try file.save([1]) }
  }

  @Test("A file that is no session is quarantined and named")
  func aFileThatIsNoSessionIsSetAsideAndNamed() throws {
    let foreign = body("Dear diary,\nnothing happened today.\n")
    try directory.write(foreign)
    let file = SnapshotFile(path: directory.file())
    let stored = try file.load()
    #expect(stored.body == nil)
    #expect(try #require(stored.damage).contains("main.snapshot.aside-1"))
    try file.save(body("new"))
    #expect(try directory.bytes("main.snapshot.aside-1") == foreign)
    #expect(try reloaded() == StoredSnapshot(body: body("new")))
  }

  @Test("A file larger than any session is refused and unchanged")
  func aFileLargerThanAnySessionIsRefusedAndLeftAlone() throws {
    try directory.write([UInt8](repeating: 0x0A, count: 2 * Slot.maximumSize + 1))
    #expect(throws: SnapshotError.self) { try reloaded() }
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test(
    "A snapshot file's path gives the session's name",
    arguments: [
      ("/a/sessions/main.snapshot", "main"), ("main.durable", "main"), ("/a/x", "x"), ("", ""),
      ("/a/main.snapshot.from-0.1.0", "main"), ("/a/main.snapshot.aside-3", "main"),
      ("/a/main.durable.aside-1", "main"), ("/a/main.snapshot.older", "main"),
      ("/a/main@host.snapshot", "main@host"), ("/a/x.snapshot.snapshot", "x.snapshot"),
      ("/a/x.snapshot.from-1.snapshot", "x.snapshot.from-1"),
      ("/a/main.snapshot.y", "main.snapshot.y"),
    ])
  func aFileIsKnownAsItsSessions(path: String, expected: String) {
    #expect(SnapshotFile.session(of: path) == expected)
  }

  /// A session's file in which a later release has written last.
  private func laterFormat(
    after texts: String..., slotSize: Int = Slot.minimumSize
  ) throws -> [UInt8] {
    let file = try file()
    for text in texts { try file.save(body(text)) }
    var bytes = try directory.bytes()
    var header = Array("reprise-snapshot 3 generation 9 bytes 2 ".utf8)
    var checksum = CRC32()
    checksum.update(header)
    checksum.update("{}".utf8)
    header += Array("crc32 \(checksum.hexadecimal)\n{}".utf8)
    bytes.replaceSubrange(slotSize..<slotSize + header.count, with: header)
    return bytes
  }

  @Test("A newer release's snapshot file isn't changed") func aLaterReleasesFileIsNotTouched()
    throws
  {
    let bytes = try laterFormat(after: "one", "two")
    try directory.write(bytes)
    #expect(throws: SnapshotError.newer(format: 3)) { try reloaded() }
    #expect(try directory.bytes() == bytes)
    #expect(try directory.names == ["main.snapshot"])
  }

  @Test("Starting over a newer release's session quarantines the session first")
  func whoBeginsAnewOverALaterReleasesSessionKeepsACopyFirst() throws {
    let bytes = try laterFormat(after: "one", "two")
    try directory.write(bytes)
    let file = SnapshotFile(path: directory.file())
    #expect(throws: SnapshotError.newer(format: 3)) { try file.load() }
    let kept = try file.quarantine()
    try file.save(body("afresh"))
    #expect(try reloaded().body == body("afresh"))
    #expect(try directory.bytes(URL(fileURLWithPath: kept).lastPathComponent) == bytes)
  }

  @Test("A large body saved before a newer release is kept")
  func whatWasSavedBeforeALaterReleaseIsKeptHoweverLargeItIs() throws {
    let large = String(repeating: "x", count: 40_000)
    try directory.write(try laterFormat(after: "one", "\(large)2", "\(large)3", slotSize: 64 << 10))
    let file = SnapshotFile(path: directory.file())
    #expect(throws: SnapshotError.newer(format: 3)) { try file.load() }
    try file.save(body("afresh"))
    #expect(try reloaded() == StoredSnapshot(body: body("afresh")))
    let first = try directory.bytes()[..<(64 << 10)]
    guard case .valid(let kept) = Slot.read(first) else {
      Issue.record("Nothing is kept.")
      return
    }
    #expect(kept.body == body("\(large)3"))
  }

  /// Its copy is older than what is left in the file.
  @Test("The newest body saved before a newer release is kept")
  func ofWhatWasSavedBeforeALaterReleaseTheNewestIsKept() throws {
    try directory.write(try laterFormat(after: "one", "two", "three"))
    let older = Slot(generation: 1, body: body("one")).bytes
    try directory.write("main.durable", older)
    let file = SnapshotFile(path: directory.file())
    #expect(throws: SnapshotError.newer(format: 3)) { try file.load() }
    try file.save(body("afresh"))
    #expect(
      SlotPair(try directory.bytes()).intactSlots.map(\.slot.body) == [body("afresh"), body("two")])
  }

  @Test("A snapshot of the greatest generation doesn't trap")
  func aGenerationWithoutSuccessorDoesNotEndTheProcess() throws {
    let first = Slot(generation: .max, body: body("hostile")).bytes
    try directory.write(first + [UInt8](repeating: 0x0A, count: 2 * Slot.minimumSize - first.count))
    let file = SnapshotFile(path: directory.file())
    _ = try file.load()
    for number in 0..<3 {
      try file.save(body("new \(number)"))
      #expect(try reloaded().body == body("new \(number)"))
    }
  }

  @Test("Saves after the highest generations are read", arguments: [1, 2, 5] as [UInt64])
  func whatIsSavedAfterTheHighestGenerationsIsRead(from end: UInt64) throws {
    let first = Slot(generation: Slot.maximumGeneration - end, body: body("made by hand")).bytes
    try directory.write(first + [UInt8](repeating: 0x0A, count: 2 * Slot.minimumSize - first.count))
    let file = SnapshotFile(path: directory.file())
    #expect(try file.load().body == body("made by hand"))
    for number in 0..<9 {
      try file.save(body("new \(number)"))
      #expect(try reloaded() == StoredSnapshot(body: body("new \(number)")))
      // A copy of the high generations doesn't come back to be the newest.
      if number == 0 { try file.flush() }
    }
    try file.flush()
    #expect(try reloaded() == StoredSnapshot(body: body("new 8")))
  }

  @Test("A save after a durable copy of the highest generation is read")
  func whatIsSavedAfterACopyOfTheHighestGenerationIsRead() throws {
    let copy = Slot(generation: Slot.maximumGeneration - 1, body: body("made by hand")).bytes
    try directory.write("main.durable", copy)
    let file = SnapshotFile(path: directory.file())
    #expect(try file.load().body == body("made by hand"))
    try file.save(body("new"))
    #expect(try reloaded() == StoredSnapshot(body: body("new")))
  }

  @Test("A snapshot file loaded again keeps one file open") func loadedAgainItHasOneFileOpen()
    throws
  {
    let disk = RecordedDisk()
    let file = SnapshotFile(path: directory.file(), system: disk)
    _ = try file.load()
    try file.save(body("one"))
    for _ in 0..<3 { #expect(try file.load().body == body("one")) }
    #expect(disk.openCount == 1)
    // What wasn't on the disk yet follows.
    try file.flush()
    #expect(Slot.read(try directory.bytes("main.durable")[...]).generation == 1)
  }

  // MARK: Setting aside

  @Test("Quarantine copies the complete snapshot file") func setAsideCopiesTheWholeFile() throws {
    let file = try file(saving: "one", "two")
    let name = try file.quarantine()
    #expect(name == "main.snapshot.aside-1")
    #expect(try directory.bytes("main.snapshot.aside-1") == directory.bytes())
    // The copy is a session file like any other.
    #expect(try SnapshotFile(path: directory.file(name)).load().body == body("two"))
  }

  @Test("Quarantine of a session that was never saved throws")
  func whatWasNeverSavedCannotBeSetAside() throws {
    let file = try file()
    #expect(throws: SnapshotError.self) { try file.quarantine() }
    #expect(try directory.names == [])
  }
}
