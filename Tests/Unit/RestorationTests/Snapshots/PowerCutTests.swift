import Foundation
import RepriseTesting
import Synchronization
import TestSupport
import Testing

@testable import Core
@testable import Restoration

/// After a power cut the newest generation that is whole opens, in whichever of the session's two
/// files it is.
@Suite struct PowerCutTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.file("main.snapshot") }

  private func opened() throws -> SnapshotFile {
    let file = SnapshotFile(path: path)
    _ = try file.load()
    return file
  }

  private func loaded() throws -> StoredSnapshot { try SnapshotFile(path: path).load() }

  private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A file that is whole, as the kernel wrote it last, and a copy of what was saved after that.
  private func cutAfter(_ texts: String..., then later: String...) throws -> [UInt8] {
    let file = try opened()
    for text in texts { try file.save(body(text)) }
    let old = try directory.bytes()
    for text in later { try file.save(body(text)) }
    try file.flush()
    try directory.write(old)
    return old
  }

  @Test("A durable copy newer than the snapshot file opens")
  func theCopyOpensWhereItIsNewerThanTheFile() throws {
    let old = try cutAfter("one", "two", then: "three", "four", "five")
    let seen = try SnapshotFile(path: path).look()
    #expect(seen.body == body("five"))
    #expect(seen.damage?.contains("older than its copy") == true)
    #expect(try directory.names == ["main.snapshot"])

    let stored = try loaded()
    #expect(stored.body == body("five"))
    #expect(stored.damage?.contains("main.snapshot.older") == true)
    #expect(try directory.bytes("main.snapshot.older") == old)
  }

  /// On a full disk there is no room for a copy; but what was saved in place is there.
  @Test("A snapshot file without space for its copy is synchronized")
  func withoutRoomForACopyTheFileItselfIsSynchronized() throws {
    let files = NoNewFiles()
    let file = SnapshotFile(path: path, system: files)
    try file.save(body("one"))
    files.areRefused.withLock { $0 = true }
    try file.save(body("two"))
    #expect(files.synchronized.withLock { $0 } == 0)
    try file.flush()
    #expect(files.synchronized.withLock { $0 } == 1)
    // The copy comes as soon as it can.
    files.areRefused.withLock { $0 = false }
    try file.flush()
    try FileManager.default.removeItem(atPath: path)
    #expect(try loaded().body == body("two"))
  }

  @Test("The saved session shows the newer durable copy") func theListOfSessionsSaysWhatWouldOpen()
    throws
  {
    func snapshot(_ version: String) -> [UInt8] {
      Snapshot(application: "test", version: version, account: nil, savedAt: 0, entries: []).body
    }
    let file = try opened()
    try file.save(snapshot("1"))
    let old = try directory.bytes()
    try file.save(snapshot("2"))
    try file.flush()
    try directory.write(old)
    guard case .snapshot(let told) = try SavedSession(path: path).contents else {
      Issue.record("no snapshot is told")
      return
    }
    #expect(told.version == "2")
  }

  @Test("Saving after a power cut continues above the copy's generation")
  func savingGoesOnAboveTheCopy() throws {
    _ = try cutAfter("one", "two", then: "three", "four", "five")
    let file = try opened()
    try file.save(body("six"))
    #expect(try loaded() == StoredSnapshot(body: body("six")))
    // What was loaded is the generation before it.
    let slots = SlotPair(try directory.bytes())
    #expect(slots.intactSlots.map(\.slot.body) == [body("six"), body("five")])
    #expect(slots.intactSlots.map(\.slot.generation) == [6, 5])
    try file.save(body("seven"))
    try file.flush()
    #expect(try loaded() == StoredSnapshot(body: body("seven")))
  }

  @Test("Quarantine after a power cut has the durable copy's body")
  func whatTheCopyHeldIsWhatIsSetAside() throws {
    _ = try cutAfter("one", then: "two", "three")
    let file = try opened()
    let kept = try file.quarantine()
    #expect(Slot.read(try directory.bytes(kept)[...]).generation == 3)
    try file.saveGeneration(of: "0.9")
    #expect(
      try SnapshotFile(path: directory.file("main.snapshot.from-0.9")).load().body == body("three"))
  }

  @Test("Taking over after a power cut has the durable copy's body")
  func whoTakesOverHasWhatTheCopyHeld() throws {
    _ = try cutAfter("one", then: "two", "three")
    let file = try opened()
    try file.takeOver()
    #expect(try loaded() == StoredSnapshot(body: body("three")))
  }

  @Test("Quarantine after taking over a copy names the snapshot file")
  func whoTakesOverSetsAsideTheFileThatTheCopyWasPutInto() throws {
    _ = try cutAfter("one", then: "two", "three")
    let file = try opened()
    try file.takeOver()
    #expect(try file.quarantine() == "main.snapshot.aside-1")
    #expect(
      try SnapshotFile(path: directory.file("main.snapshot.aside-1")).load().body == body("three"))
  }

  @Test("A snapshot's damage says whether the file was older or gone")
  func whetherTheFileIsOlderOrGoneIsSaid() throws {
    _ = try cutAfter("one", then: "two")
    let older =
      "The session's file was older than its copy, as after a power cut; this is the copy."
    #expect(
      try SnapshotFile(path: path).look() == StoredSnapshot(body: body("two"), damage: older))
    let kept = "\(older) The file is kept as main.snapshot.older."
    #expect(try loaded() == StoredSnapshot(body: body("two"), damage: kept))
    try FileManager.default.removeItem(atPath: path)
    let gone = "The session's file was missing; this is its copy."
    #expect(
      try SnapshotFile(path: path).look() == StoredSnapshot(body: body("two"), damage: gone))
    #expect(try loaded() == StoredSnapshot(body: body("two"), damage: gone))
  }

  @Test("A durable copy older than the snapshot file is ignored")
  func anOlderCopyIsPassedByWithoutAWord() throws {
    let file = try opened()
    try file.save(body("one"))
    try file.flush()
    try file.save(body("two"))
    #expect(try loaded() == StoredSnapshot(body: body("two")))
    #expect(try SnapshotFile(path: path).look() == StoredSnapshot(body: body("two")))
  }

  @Test("A damaged snapshot file gives way to its durable copy")
  func aDamagedFileCountsLessThanItsCopy() throws {
    var old = try cutAfter("one", "two", then: "three")
    // The newer of the two slots.
    old[40] ^= 1
    try directory.write(old)
    let stored = try loaded()
    #expect(stored.body == body("three"))
    #expect(stored.damage?.contains("main.snapshot.aside-1") == true)
    #expect(try directory.names == ["main.snapshot", "main.snapshot.aside-1"])
  }

  @Test("A damaged durable copy is quarantined and reported")
  func aDamagedCopyBesideAWholeFileIsKeptAndSaid() throws {
    let file = try opened()
    try file.save(body("one"))
    try file.flush()
    var copy = try directory.bytes("main.durable")
    copy[copy.count - 1] ^= 1
    try directory.write("main.durable", copy)
    #expect(try SnapshotFile(path: path).look().damage?.contains("copy is damaged") == true)
    let stored = try loaded()
    #expect(stored.body == body("one"))
    #expect(stored.damage?.contains("main.durable.aside-1") == true)
    #expect(try directory.bytes("main.durable.aside-1") == copy)
  }

  @Test("A durable copy that is a symbolic link is reported and ignored")
  func aCopyThatCannotBeReadIsSaidAndCostsNothing() throws {
    let file = try opened()
    try file.save(body("one"))
    try directory.write("elsewhere", "somebody's own")
    symlink(directory.file("elsewhere"), directory.file("main.durable"))
    let stored = try loaded()
    #expect(stored.body == body("one"))
    #expect(stored.damage?.contains("it is a symbolic link") == true)
    let again = try opened()
    try again.save(body("two"))
    try again.flush()
    #expect(try directory.bytes("elsewhere") == body("somebody's own"))
    #expect(try loaded() == StoredSnapshot(body: body("two")))
  }

  @Test("A newer release's durable copy isn't ignored") func aLaterReleasesCopyIsNotPassedBy()
    throws
  {
    let file = try opened()
    try file.save(body("one"))
    let later = body(
      "reprise-snapshot 3 generation 9 bytes 2 crc32 2a6a3bd1\n{}")
    try directory.write("main.durable", try Self.checked(later))
    #expect(throws: SnapshotError.newer(format: 3)) { try loaded() }
    #expect(throws: SnapshotError.newer(format: 3)) { try SnapshotFile(path: path).look() }
    // Who begins afresh keeps a copy of it, and goes on above it.
    let fresh = SnapshotFile(path: path)
    #expect(throws: SnapshotError.newer(format: 3)) { try fresh.load() }
    #expect(try fresh.quarantine() == "main.durable.aside-1")
    try fresh.save(body("afresh"))
    #expect(try loaded() == StoredSnapshot(body: body("afresh")))
  }

  /// A slot with the checksum that it should have.
  private static func checked(_ bytes: [UInt8]) throws -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let header = try #require(text.split(separator: "crc32 ").first)
    let rest = try #require(text.split(separator: "\n").last)
    var checksum = CRC32()
    checksum.update(Array(header.utf8))
    checksum.update(Array(rest.utf8))
    return Array("\(header)crc32 \(checksum.hexadecimal)\n\(rest)".utf8)
  }

  // MARK: Any cut

  /// The bodies that were saved, by the number of changes that a disk had been asked for.
  private struct Life {
    let disk: RecordedDisk
    /// Each generation's body, and how many changes there were when its saving began.
    var begun: [(body: [UInt8], changeCount: Int)] = []
    /// The same when the disk was said to have it.
    var synchronized: [(number: Int, changeCount: Int)] = []
  }

  /// Saves small and large bodies, with a synchronization now and then, and a start in between.
  private func live(using generator: inout SplitMix64) throws -> Life {
    var life = Life(disk: RecordedDisk())
    for start in 0..<3 {
      let file = SnapshotFile(path: path, system: life.disk)
      _ = try file.load()
      if start == 2 { try file.takeOver() }
      for _ in 0..<6 {
        let size = [12, 300, 9000, 20_000, 60_000].randomElement(using: &generator) ?? 1
        let number = life.begun.count
        let body = Array("\(number) ".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size)
        life.begun.append((body, life.disk.changeCount))
        try file.save(body)
        if Bool.random(using: &generator) {
          try file.flush()
          life.synchronized.append((number, life.disk.changeCount))
        }
      }
    }
    return life
  }

  @Test(
    "A snapshot survives a simulated power cut after any disk change",
    arguments: [1, 2, 3, 4] as [UInt64])
  func whateverTheDiskHadAtLeastWhatWasSynchronizedComesBack(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let life = try live(using: &generator)
    for changeCount in 0...life.disk.changeCount {
      for round in 0..<8 {
        let cut = life.disk.cut(after: changeCount, all: round == 0, using: &generator)
        let place = Comment(rawValue: "seed \(seed), \(changeCount) changes, round \(round)")
        let after = try TemporaryDirectory()
        for (path, bytes) in cut.files {
          try after.write(URL(fileURLWithPath: path).lastPathComponent, bytes)
        }
        let copied = SnapshotFile(path: after.file("main.snapshot"))
        let seen = try SnapshotFile(path: after.file("main.snapshot")).look()
        let stored = try copied.load()
        #expect(seen.body == stored.body, place)
        let least = life.synchronized.last { $0.changeCount <= changeCount }?.number ?? -1
        let most = life.begun.lastIndex { $0.changeCount <= changeCount } ?? -1
        let number = stored.body.flatMap { body in life.begun.firstIndex { $0.body == body } } ?? -1
        #expect((stored.body == nil) == (number < 0), place)
        #expect(number >= least && number <= most, place)
        // Where no power failed, nothing is missing.
        if round == 0 { #expect(number >= most - 1, place) }
        // And from there it goes on.
        try copied.save(Array("next".utf8))
        #expect(
          try SnapshotFile(path: after.file("main.snapshot")).load()
            == StoredSnapshot(body: Array("next".utf8)), place)
      }
    }
  }
}

/// A disk that may be full: no file can be made. Those that are there can be written.
private final class NoNewFiles: ForwardingFiles {
  let areRefused = Mutex(false)
  /// How often a plain file was synchronized while no other could be made.
  let synchronized = Mutex(0)

  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    guard flags & O_CREAT != 0, areRefused.withLock({ $0 }) else {
      return SystemFiles().openFile(path, flags, mode)
    }
    errno = ENOSPC
    return -1
  }

  func synchronizeFile(_ descriptor: Int32) -> Int32 {
    if areRefused.withLock({ $0 }) { synchronized.withLock { $0 += 1 } }
    return SystemFiles().synchronizeFile(descriptor)
  }
}
