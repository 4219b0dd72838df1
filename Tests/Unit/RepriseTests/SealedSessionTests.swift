import Accounts
import Documents
import Encryption
import Foundation
import Reprise
import RepriseTesting
import Restoration
import Testing

/// A sealed session keeps the promises of a plain one, and shows nothing.
@Suite struct SealedSessionTests {
  /// Deriving a key takes a third of a second, so all tests have this one.
  private static let sealer = Result {
    var password = Array("correct horse".utf8)
    return try Sealer(wiping: &password, parameters: KeyParameters())
  }

  private static let canary = "kanarienvogel-4711"
  private let directory: TemporaryDirectory
  private let sealing: SealedBodies
  private var path: String { directory.file("main.snapshot") }

  init() throws {
    directory = try TemporaryDirectory()
    sealing = SealedBodies(try Self.sealer.get())
  }

  private func body(_ number: Int) -> [UInt8] { Array("\(Self.canary) \(number)".utf8) }

  private func reopened() throws -> StoredSnapshot {
    try SnapshotFile(path: path, sealing: sealing).load()
  }

  private func save(_ numbers: Range<Int>) throws {
    let file = SnapshotFile(path: path, sealing: sealing)
    _ = try file.load()
    for number in numbers { try file.save(body(number)) }
    try file.flush()
  }

  @Test("A sealed session is restored and contains no plain text")
  func whatIsSealedComesBackAndIsNowhereInTheClear() throws {
    for number in 0..<5 {
      try save(number..<number + 1)
      #expect(try reopened() == StoredSnapshot(body: body(number)))
    }
    for name in try directory.files() {
      #expect(try directory.bytes(name).firstRange(of: Self.canary.utf8) == nil, "\(name)")
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try reopened().body == body(4))
  }

  /// The checksum is put right, as somebody would who changes a file on purpose.
  @Test("A tampered slot of a sealed session is noticed, the other opens")
  func whoeverChangesASlotIsNoticedAndTheOtherOneOpens() throws {
    try save(0..<2)
    let original = try directory.bytes("main.snapshot")
    let newest = SlotBytes(original, place: 0)
    let place = newest.generation > SlotBytes(original, place: 1).generation ? 0 : 1
    let whole = SlotBytes(original, place: place)
    for index in stride(from: 0, to: whole.body.count, by: 7) {
      var changed = whole
      changed.body[index] ^= 1
      var tampered = original
      changed.write(into: &tampered, place: place)
      let copy = try TemporaryDirectory()
      let file = SnapshotFile(path: try copy.write("main.snapshot", tampered), sealing: sealing)
      let stored = try file.load()
      #expect(stored.body == body(0), "\(index)")
      #expect(stored.damage?.contains("a copy is kept") == true)
      try file.save(body(9))
      // What was changed is in the copy alone; beside the new body stands the good one.
      let bytes = try copy.bytes("main.snapshot")
      #expect(
        [0, 1].contains {
          SlotBytes(bytes, place: $0).body == SlotBytes(original, place: 1 - place).body
        })
      #expect(
        try SnapshotFile(path: copy.file("main.snapshot"), sealing: sealing).load().body == body(9))
    }
  }

  @Test("A sealed session refuses a replayed old body") func anOldBodyIsNotPassedOffAsANewerOne()
    throws
  {
    try save(0..<2)
    var bytes = try directory.bytes("main.snapshot")
    let slots = [SlotBytes(bytes, place: 0), SlotBytes(bytes, place: 1)]
    let old = slots[0].generation < slots[1].generation ? 0 : 1
    var replayed = slots[old]
    replayed.generation = slots[1 - old].generation + 1
    replayed.write(into: &bytes, place: old)
    try directory.write("main.snapshot", bytes)
    #expect(try reopened().body == body(1))
  }

  @Test func withoutItsKeyASealedSessionIsNeitherReadNorOverwritten() throws {
    try save(0..<2)
    let bytes = try directory.bytes("main.snapshot")
    #expect(throws: SnapshotError.sealed) { try SnapshotFile(path: path).load() }
    #expect(try directory.bytes("main.snapshot") == bytes)
    let saved = try SavedSession(path: path)
    guard case .sealed = saved.contents else {
      Issue.record("it isn't told as sealed")
      return
    }
  }

  @Test("A sealed session refuses a plain file") func aPlainSessionIsNotTakenForASealedOne() throws
  {
    let plain = SnapshotFile(path: path)
    _ = try plain.load()
    try plain.save(body(0))
    #expect(try reopened().body == nil)
    #expect(try directory.files().contains("main.snapshot.aside-1"))
  }

  @Test("A sealed session with a wiped key saves nothing") func aWipedKeySavesNothing() throws {
    var password = Array("correct horse".utf8)
    let envelope = try SealedEnvelope(readingFrom: Self.sealer.get().heading)
    let sealer = try Sealer(wiping: &password, opening: envelope)
    let file = SnapshotFile(path: path, sealing: SealedBodies(sealer))
    _ = try file.load()
    try file.save(body(0))
    sealer.wipe()
    #expect(throws: SealingError.locked) { try file.save(body(1)) }
    #expect(try reopened().body == body(0))
  }

  @Test(
    "A sealed session loses nothing at any failed system call",
    arguments: [FaultyFiles.Fault.fail(ENOSPC), .cut, .stop, .stopHalfway])
  func aSaveThatGoesWrongLosesNothing(_ fault: FaultyFiles.Fault) throws {
    try save(0..<1)
    let start = try directory.bytes("main.snapshot")
    var place = 0
    while true {
      let copy = try TemporaryDirectory()
      let path = try copy.write("main.snapshot", start)
      let files = FaultyFiles(fault, at: place)
      let file = SnapshotFile(path: path, sealing: sealing, system: files)
      var kept = 0
      var tried = 0
      if (try? file.load()) != nil {
        for number in 1..<4 where !files.isStopped {
          tried = number
          if (try? file.save(body(number))) != nil { kept = number }
        }
      }
      guard files.hasHappened else { break }
      let stored = try SnapshotFile(path: path, sealing: sealing).load().body
      #expect(stored == body(kept) || stored == body(tried), "\(fault) at call \(place)")
      place += 1
    }
    #expect(place > 8)
  }
}

/// A slot of a file of the smallest size, taken apart and put together again with a checksum that
/// is right.
private struct SlotBytes {
  var generation: UInt64
  var body: [UInt8]

  init(_ bytes: [UInt8], place: Int) {
    let slot = bytes[(place * 16384)..<(place * 16384 + 16384)]
    let end = slot.firstIndex(of: 0x0A) ?? slot.startIndex
    let words = String(decoding: slot[..<end], as: UTF8.self).split(separator: " ")
    generation = words.count > 3 ? UInt64(words[3]) ?? 0 : 0
    body = words.count > 5 ? Array(slot[(end + 1)...].prefix(Int(words[5]) ?? 0)) : []
  }

  func write(into bytes: inout [UInt8], place: Int) {
    let start = "reprise-snapshot 2 generation \(generation) bytes \(body.count) "
    let digits = String(crc(Array(start.utf8) + body), radix: 16)
    let header = start + "crc32 " + String(repeating: "0", count: 8 - digits.count) + digits + "\n"
    let slot = Array(header.utf8) + body
    bytes.replaceSubrange((place * 16384)..<(place * 16384 + slot.count), with: slot)
  }

  private func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
  }
}
