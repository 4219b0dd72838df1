import Core
import Foundation
import RepriseTesting
import Testing

@testable import Restoration

/// Whatever became of the file, the newest generation that is whole opens, and the rest is set
/// aside.
@Suite struct SnapshotFileDamageTests {
  private let directory: TemporaryDirectory
  /// A file with two generations, and where the header and body of each begin and end.
  private let whole: [UInt8]
  private let used: [Range<Int>]
  private static let bodies = ["generation 1", "generation 2"].map { Array($0.utf8) }

  init() throws {
    directory = try TemporaryDirectory()
    let file = SnapshotFile(path: directory.file())
    _ = try file.load()
    for body in Self.bodies { try file.save(body) }
    whole = try directory.bytes()
    try FileManager.default.removeItem(atPath: directory.file())
    // The first save went to the second slot.
    used = [Slot.minimumSize, 0].enumerated().map { index, start in
      start..<start + Slot(generation: UInt64(index + 1), body: Self.bodies[index]).bytes.count
    }
  }

  /// Opens a file with these bytes, and checks that the evidence is kept and that saving goes on.
  private func open(_ bytes: [UInt8], _ what: String) throws -> StoredSnapshot {
    // A file of its own for each case, so that no copy of another one's is found beside it.
    let name = "\(UUID().uuidString).snapshot"
    let path = try directory.write(name, bytes)
    let file = SnapshotFile(path: path)
    // Who only looks sees the same, and leaves no trace, even where he could.
    let seen = try file.look()
    #expect(try directory.names == [name] && directory.bytes(name) == bytes, "\(what)")
    let stored = try file.load()
    #expect(seen.body == stored.body && (seen.damage == nil) == (stored.damage == nil), "\(what)")
    if let damage = stored.damage {
      #expect(damage.contains(name + ".aside-1"), "\(what)")
      #expect(try directory.bytes(name + ".aside-1") == bytes, "\(what)")
    } else {
      #expect(try directory.names == [name], "\(what)")
    }
    let next = Array("next".utf8)
    try file.save(next)
    #expect(try SnapshotFile(path: path).load() == StoredSnapshot(body: next), "\(what)")
    for name in try directory.names {
      if name.contains("aside") { #expect(try directory.bytes(name) == bytes, "\(what)") }
      try FileManager.default.removeItem(atPath: directory.file(name))
    }
    return stored
  }

  /// A sealing whose key doesn't open some generations: their bytes were changed.
  private struct ChangedBodies: SnapshotSealing {
    let changed: Set<UInt64>

    func seal(_ body: [UInt8], of session: String, generation: UInt64) -> [UInt8] { body }

    func open(_ sealed: [UInt8], of session: String, generation: UInt64) throws -> [UInt8] {
      if changed.contains(generation) { throw SnapshotError.unreadable("it was changed") }
      return sealed
    }
  }

  @Test("An encrypted session has no launch image") func whatIsSealedHasNoImage() throws {
    let file = SnapshotFile(path: directory.file(), sealing: ChangedBodies(changed: []))
    _ = try file.load()
    try file.save(Self.bodies[0])
    file.keepLaunchImage { [1] }
    try file.flush()
    #expect(file.launchImage == nil)
    #expect(try !directory.names.contains { $0.hasSuffix(".image") })
  }

  @Test("A snapshot that its key doesn't open is damaged")
  func whatTheKeyDoesNotOpenIsDamageToTheSession() throws {
    let path = try directory.write("sealed.snapshot", whole)
    let older = try SnapshotFile(path: path, sealing: ChangedBodies(changed: [2])).look()
    #expect(older.body == Self.bodies[0])
    #expect(older.damage == "The saved session is damaged: it was changed.")
    let none = try SnapshotFile(path: path, sealing: ChangedBodies(changed: [1, 2])).look()
    #expect(none.body == nil)
    #expect(none.damage == "The saved session is damaged: it was changed.")
  }

  @Test func aFileCutAtAnyByteOpensWhatIsLeft() throws {
    // Every byte of both headers and bodies, and some of what fills the slots up.
    let places = used.flatMap { Array($0.lowerBound...$0.upperBound) }
    for count in Set(places + [5000, Slot.minimumSize - 1, 20_000, whole.count - 1]).sorted() {
      let stored = try open(Array(whole[..<count]), "cut to \(count)")
      #expect(
        stored.body == (count >= used[1].upperBound ? Self.bodies[1] : nil), "cut to \(count)")
      #expect((stored.damage == nil) == (count == 0), "cut to \(count)")
    }
  }

  @Test func oneFlippedBitAnywhereCostsAtMostThatGeneration() throws {
    for (index, range) in used.enumerated() {
      for place in range {
        var bytes = whole
        bytes[place] ^= 1 << UInt8(place % 8)
        let stored = try open(bytes, "byte \(place)")
        #expect(stored.body == Self.bodies[index == 0 ? 1 : 0], "byte \(place)")
        #expect(stored.damage != nil, "byte \(place)")
      }
    }
  }

  @Test("A flipped format digit isn't taken for a newer release")
  func aFlippedFormatIsNoLaterRelease() throws {
    for bit in 0..<8 as Range<UInt8> {
      var bytes = whole
      bytes["reprise-snapshot ".utf8.count] ^= 1 << bit
      #expect(try open(bytes, "bit \(bit)").body == Self.bodies[0])
    }
  }

  @Test("A snapshot file with two broken slots has no body")
  func whereBothSlotsAreBrokenNothingIsThere() throws {
    var bytes = whole
    for range in used { bytes[range.upperBound - 1] ^= 1 }
    let stored = try open(bytes, "both")
    #expect(stored.body == nil)
    #expect(stored.damage != nil)
  }

  @Test("A randomly damaged snapshot file opens or is refused", arguments: [1, 2, 3] as [UInt64])
  func anythingAtAllOpensOrIsRefused(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for round in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let count = min(Int.random(in: 1...300, using: &generator), bytes.count - start)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeSubrange(start..<start + count)
        case 1: bytes.insert(contentsOf: bytes[start..<start + count], at: start)
        case 2:
          let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
          bytes.replaceSubrange(start..<start + count, with: noise)
        default: bytes[used[round % 2].randomElement(using: &generator) ?? 0] &+= 1
        }
        if bytes.isEmpty { break }
      }
      let stored = try open(bytes, "seed \(seed), round \(round)")
      #expect(stored.body == nil || Self.bodies.contains(stored.body ?? []))
    }
  }

  @Test("A damaged snapshot file is quarantined once")
  func aDamagedFileCanBeOpenedAnyNumberOfTimes() throws {
    var bytes = whole
    bytes[used[1].upperBound - 1] ^= 1
    try directory.write(bytes)
    // Somebody looks, and quits without having changed anything.
    for _ in 0..<25 {
      let stored = try SnapshotFile(path: directory.file()).load()
      #expect(stored.body == Self.bodies[0])
      #expect(try #require(stored.damage).contains("aside-1"))
    }
    #expect(try directory.names == ["main.snapshot", "main.snapshot.aside-1"])
  }

  @Test("A damaged session with ten quarantines isn't opened")
  func afterTenDamagesTheSessionIsNotOpenedAndNothingIsLost() throws {
    for number in 1...Quarantine.maximumCount {
      try directory.write("main.snapshot.aside-\(number)", [UInt8(number)])
    }
    var bytes = whole
    bytes[used[1].lowerBound] ^= 1
    try directory.write(bytes)
    #expect(throws: SnapshotError.self) { try SnapshotFile(path: directory.file()).load() }
    #expect(try directory.bytes() == bytes)
    #expect(try directory.names.count == 11)
  }

  @Test("A damaged durable copy without a file is quarantined") func aDamagedCopyIsKeptAsideToo()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("main.durable", "nothing of the kind")
    let file = SnapshotFile(path: directory.file())
    let stored = try file.load()
    #expect(stored.body == nil)
    #expect(stored.damage?.contains("main.durable.aside-1") == true)
    try file.save([1])
    try file.flush()
    #expect(try directory.bytes("main.durable.aside-1") == Array("nothing of the kind".utf8))
  }
}
