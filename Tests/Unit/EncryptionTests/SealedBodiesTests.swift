import Core
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Encryption

/// What is sealed for one place opens in no other.
@Suite(.cheapKeys) struct SealedBodiesTests {
  private static let sealer = Result {
    var password = Array("correct horse".utf8)
    return try Sealer(wiping: &password, parameters: KeyParameters(.least))
  }

  private let directory: TemporaryDirectory
  private let sealer: Sealer
  private var sealing: SealedBodies { SealedBodies(sealer) }

  init() throws {
    directory = try TemporaryDirectory()
    sealer = try Self.sealer.get()
  }

  private func save(_ session: String, _ body: String) throws {
    let file = SnapshotFile(path: directory.file("\(session).snapshot"), sealing: sealing)
    _ = try file.load()
    try file.save(Array(body.utf8))
    try file.flush()
  }

  private func load(_ name: String, _ sealing: SealedBodies? = nil) throws -> StoredSnapshot {
    try SnapshotFile(path: directory.file(name), sealing: sealing ?? self.sealing).load()
  }

  @Test("Sealed session under the name of another is not opened")
  func aSessionUnderAnothersNameIsNotOpened() throws {
    try save("main", "mine")
    try save("other", "the other's")
    for ending in [".snapshot", ".durable"] {
      try directory.write("main\(ending)", try directory.bytes("other\(ending)"))
    }
    let stored = try load("main.snapshot")
    #expect(stored.body == nil)
    #expect(stored.damage?.contains("it is another session's") == true)
    // Nothing is lost.
    #expect(try load("other.snapshot").body == Array("the other's".utf8))
    #expect(try directory.files().contains("main.snapshot.aside-1"))
  }

  @Test("Sealed session: the copy of another is not opened")
  func anothersCopyIsNotOpenedWhereTheFileIsGone() throws {
    try save("main", "mine")
    try save("other", "the other's")
    try FileManager.default.removeItem(atPath: directory.file("main.snapshot"))
    try directory.write("main.durable", try directory.bytes("other.durable"))
    #expect(try load("main.snapshot").body == nil)
  }

  @Test("Sealed session opens from its backup and quarantine names")
  func whatIsMadeOfASessionIsThatSessions() throws {
    try save("main", "mine")
    let bytes = try directory.bytes("main.snapshot")
    for copy in ["main.snapshot.from-0.1.0", "main.snapshot.aside-1", "main.snapshot.older"] {
      try directory.write(copy, bytes)
      #expect(try load(copy).body == Array("mine".utf8))
    }
  }

  /// `--snapshot FILE` names a file on purpose.
  @Test("Sealed session opens under any name if the user names the file")
  func aFileThatThePersonNamesMayBeCalledAnything() throws {
    try save("main", "mine")
    try directory.write("lesson 1.snapshot", try directory.bytes("main.snapshot"))
    #expect(try load("lesson 1.snapshot", sealing.ofNamedFile).body == Array("mine".utf8))
    // And what is saved there opens under that name.
    let file = SnapshotFile(
      path: directory.file("lesson 1.snapshot"), sealing: sealing.ofNamedFile)
    _ = try file.load()
    try file.save(Array("the lesson".utf8))
    try file.flush()
    #expect(try load("lesson 1.snapshot").body == Array("the lesson".utf8))
  }

  @Test(
    "Sealed session is bound to its name and generation",
    arguments: ["", "a", "a b\n12 c", "séance"])
  func anyNameIsSealedWithTheBody(session: String) throws {
    let body = Array("reprise-session 1 a\n".utf8)
    let sealed = try sealing.seal(body, of: session, generation: 7)
    #expect(try sealing.open(sealed, of: session, generation: 7) == body)
    #expect(try sealing.ofNamedFile.open(sealed, of: "x", generation: 7) == body)
    for other in ["main", session + "a"] {
      #expect(throws: SnapshotError.unreadable("it is another session's")) {
        try sealing.open(sealed, of: other, generation: 7)
      }
    }
    #expect(throws: SnapshotError.unreadable("the encrypted data was changed")) {
      try sealing.open(sealed, of: session, generation: 8)
    }
  }

  @Test func aSessionAndAFileAreSealedWithDifferentKeys() throws {
    let files = SealedFiles(sealer, directory: "saved")
    let sealed = try files.seal([1, 2, 3], as: "a")
    #expect(try files.open(sealed, as: "a") == [1, 2, 3])
    for open in [
      { try SealedFiles(sealer, directory: "saved").open(sealed, as: "b") },
      { try SealedFiles(sealer, directory: "answers").open(sealed, as: "a") },
      { try SealedBodies(sealer).open(sealed, of: "a", generation: 0) },
    ] as [() throws -> [UInt8]] {
      #expect(throws: (any Error).self) { try open() }
    }
  }

  // MARK: Lengths

  @Test("Sealed sizes do not reveal a letter more") func aLetterMoreChangesNoLength() throws {
    let lengths = try (3800..<4000).map { count in
      try sealing.seal([UInt8](repeating: 0x61, count: count), of: "main", generation: 1).count
    }
    #expect(Set(lengths).count <= 3)
    let files = SealedFiles(sealer, directory: "saved")
    let sizes = try (0..<200).map { count in
      try files.seal([UInt8](repeating: 0x61, count: count), as: "a").count
    }
    #expect(Set(sizes).count == 1)
  }

  /// The largest slot has 1 MiB.
  @Test("Sealed session of nearly 1 MiB fits with padding")
  func aSessionThatFitsWithoutPaddingFitsWithIt() throws {
    let body = [UInt8](repeating: 0x61, count: (1 << 20) - 700)
    let file = SnapshotFile(path: directory.file("main.snapshot"), sealing: sealing)
    _ = try file.load()
    try file.save(body)
    try file.flush()
    #expect(try load("main.snapshot").body == body)
  }

  /// Whatever stands in the first line, nothing but a session is opened.
  @Test(
    "Sealed body without a valid title is no session",
    arguments: [
      "", "junk", "reprise-session ", "reprise-session  a\n", "reprise-session x a\n",
      "reprise-session -1 a\n", "reprise-session 4 main", "reprise-session 3 main\n",
      "reprise-session 5 main\n", "reprise-session 9223372036854775807 main\n",
      "reprise-session 4097 " + String(repeating: "a", count: 4097) + "\n",
    ])
  func whatBeginsWithNoTitleIsNoSession(plain: String) throws {
    let form = SealedFormat(sealer: sealer, purpose: "session")
    let sealed = try form.seal(Array(plain.utf8), "generation 7")
    #expect(throws: SnapshotError.unreadable("it is another session's")) {
      try sealing.ofNamedFile.open(sealed, of: "main", generation: 7)
    }
  }

  @Test("Sealed session with a name of 4096 bytes opens") func theLongestNameOfASessionIsStillOne()
    throws
  {
    let name = String(repeating: "a", count: 4096)
    let sealed = try sealing.seal([], of: name, generation: 7)
    #expect(try sealing.ofNamedFile.open(sealed, of: "main", generation: 7) == [])
  }

  @Test("Sealed session of another key is reported as such")
  func whatAnotherKeyHasSealedIsSaidToBe() throws {
    var password = Array("correct horse".utf8)
    let other = try Sealer(wiping: &password, parameters: KeyParameters(.least))
    let sealed = try SealedBodies(other).seal([1], of: "main", generation: 7)
    #expect(throws: SnapshotError.unreadable("it isn't sealed with this key")) {
      try sealing.open(sealed, of: "main", generation: 7)
    }
  }
}
