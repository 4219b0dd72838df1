import Foundation
import RepriseTesting
import Testing

@testable import Core

@Suite struct QuarantineTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("Quarantine numbers copies and overwrites none") func copiesAreNumberedAndNeverOverwritten()
    throws
  {
    let aside = Quarantine(of: directory.file())
    for number in 1...Quarantine.maximumCount {
      #expect(try aside.store([UInt8(number)]) == "main.snapshot.aside-\(number)")
    }
    for number in 1...Quarantine.maximumCount {
      #expect(try directory.bytes("main.snapshot.aside-\(number)") == [UInt8(number)])
    }
  }

  @Test("Quarantine refuses the eleventh copy") func theEleventhIsRefusedAndTheOthersStay() throws {
    let aside = Quarantine(of: directory.file())
    for number in 1...Quarantine.maximumCount { _ = try aside.store([UInt8(number)]) }
    #expect(throws: FileError.self) { try aside.store([99]) }
    #expect(try directory.names.count == Quarantine.maximumCount)
    #expect(try directory.bytes("main.snapshot.aside-10") == [10])
  }

  /// A full disk, on which an empty file can still be made.
  private struct FullDisk: ForwardingFiles {
    func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int {
      errno = ENOSPC
      return -1
    }
  }

  @Test("Quarantine that fails on a full disk uses up no name")
  func whatHasNoRoomLeavesNoNameTaken() throws {
    let full = FileAccess(FullDisk())
    for _ in 0..<20 {
      #expect(throws: FileError.self) { try Quarantine(of: directory.file(), full).store([1]) }
    }
    #expect(try directory.names.isEmpty)
    #expect(try Quarantine(of: directory.file()).store([1]) == "main.snapshot.aside-1")
  }

  @Test("Quarantine uses a free number between others") func aFreeNameInBetweenIsUsed() throws {
    let aside = Quarantine(of: directory.file())
    for number in 1...3 { _ = try aside.store([UInt8(number)]) }
    try FileManager.default.removeItem(atPath: directory.file("main.snapshot.aside-2"))
    #expect(try aside.store([4]) == "main.snapshot.aside-2")
  }

  @Test("Quarantine keeps equal bytes once") func theSameBytesAreKeptOnce() throws {
    // A damaged file that nobody saves over is found again at each start; ten starts mustn't use up all names.
    let aside = Quarantine(of: directory.file())
    _ = try aside.store([1, 2, 3])
    _ = try aside.store([1, 2])
    for _ in 0..<20 {
      #expect(try aside.store([1, 2, 3]) == "main.snapshot.aside-1")
      #expect(try aside.store([1, 2]) == "main.snapshot.aside-2")
    }
    #expect(try directory.names.count == 2)
  }

  @Test("Quarantine is limited to 10 MiB") func tenMebibytesAreEnough() throws {
    let aside = Quarantine(of: directory.file())
    let large = [UInt8](repeating: 1, count: 4 << 20)
    _ = try aside.store(large)
    _ = try aside.store(large + [2])
    let problem = #expect(throws: FileError.self) { try aside.store(large + [3]) }
    #expect(problem?.brief == "10 MiB of damaged copies were set aside already")
    // What is kept already, and what is small, has room.
    #expect(try aside.store(large) == "main.snapshot.aside-1")
    #expect(try aside.store([4]) == "main.snapshot.aside-3")
  }

  @Test("Quarantined copy is readable only by its owner") func aCopyIsForItsOwnerAlone() throws {
    _ = try Quarantine(of: directory.file()).store([1])
    #expect(try directory.permissions("main.snapshot.aside-1") == 0o600)
  }

  @Test("Quarantine does not follow a link at its path") func aLinkInItsPlaceIsNotFollowed() throws
  {
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("main.snapshot.aside-1"),
      withDestinationPath: directory.file("elsewhere"))
    #expect(try Quarantine(of: directory.file()).store([1]) == "main.snapshot.aside-2")
    #expect(try !directory.names.contains("elsewhere"))
  }

  @Test("Quarantine is full at exactly 10 MiB")
  func theLastByteOfTenMebibytesHasRoomAndNoneAfterIt() throws {
    let aside = Quarantine(of: directory.file())
    _ = try aside.store([UInt8](repeating: 1, count: Quarantine.maximumBytes - 1))
    #expect(try aside.store([2]) == "main.snapshot.aside-2")
    #expect(throws: FileError.self) { try aside.store([3]) }
    #expect(try directory.names.count == 2)
  }

  @Test("Quarantine in a missing directory throws ENOENT") func aFolderThatIsNotThereIsSaid() {
    let path = directory.file("gone/file")
    #expect(throws: FileError.system("written", path: path + ".aside-1", code: ENOENT)) {
      try Quarantine(of: path).store([1])
    }
  }
}
