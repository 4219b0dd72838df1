import Core
import Foundation
import RepriseTesting
import Testing

@testable import Encryption

/// A text that is sealed block by block, and of which parts are read.
@Suite(.cheapKeys) struct SealedTextTests {
  private let sample: SampleVault
  private let vault: Vault
  private static let block = 1 << 16 - 1

  init() async throws {
    sample = try SampleVault()
    vault = try await sample.make()
  }

  private var path: String { "\(sample.directory.path)/saved/\(vault.name(of: "a"))" }

  /// Bytes of which no two blocks are alike.
  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

  @discardableResult private func write(_ bytes: [UInt8]) throws -> SealedText {
    let text = try vault.beginText("a", in: "saved")
    try text.append(bytes)
    try text.finish()
    return text
  }

  private func read(_ vault: Vault) throws -> [UInt8]? {
    try vault.text("a", in: "saved").map { try $0.bytes(0..<$0.count) }
  }

  @Test(
    "Sealed text is read as it was written",
    arguments: [0, 1, block - 1, block, block + 1, 2 * block, 3 * block + 7])
  func itIsReadAsItWasWritten(count: Int) async throws {
    let bytes = Self.bytes(count)
    try write(bytes)
    #expect(try read(try await sample.open()) == bytes)
    let file = try #require(try vault.files(in: "saved").first)
    #expect(try vault.text(file, in: "saved").count == count)
  }

  @Test("Sealed text: any part is read during writing and later")
  func anyPartIsReadWhileItIsWrittenAndLater() throws {
    let text = try vault.beginText("a", in: "saved")
    let places = try (1...40).map { try text.append(Array(Self.bytes($0 * 500))) }
    try expect(places, in: text)
    try text.finish()
    try expect(places, in: try #require(try vault.text("a", in: "saved")))
  }

  private func expect(_ places: [Range<Int>], in text: SealedText) throws {
    for (number, place) in places.enumerated().reversed() {
      #expect(try text.bytes(place) == Self.bytes((number + 1) * 500))
    }
    #expect(throws: VaultError.self) { try text.bytes(text.count - 1..<text.count + 1) }
  }

  @Test("Sealed text replaces the earlier one when it is finished")
  func untilItIsFinishedTheEarlierOneIsThere() throws {
    try write([1])
    do {
      let given = try vault.beginText("a", in: "saved")
      try given.append(Self.bytes(3 * Self.block))
      #expect(try read(vault) == [1])
    }
    #expect(try read(vault) == [1])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: sample.directory.path + "/saved")
    #expect(names.count == 1)
    let open = try #require(try vault.text("a", in: "saved"))
    try write([2])
    // Who has the earlier one open reads it to its end.
    #expect(try open.bytes(0..<1) == [1])
    #expect(try read(vault) == [2])
  }

  @Test("Sealed text opens a file that was written in one piece")
  func whatWasWrittenInOneIsReadToo() throws {
    try vault.write([1, 2, 3], to: "a", in: "saved")
    #expect(try read(vault) == [1, 2, 3])
    #expect(try vault.text("b", in: "saved") == nil)
    let file = try #require(try vault.files(in: "saved").first)
    #expect(try vault.text(file, in: "saved").bytes(1..<3) == [2, 3])
  }

  /// A block that is changed, cut off, moved, put back from an earlier file or from another one's
  /// place isn't read.
  @Test("Sealed text refuses changed, cut and swapped blocks") func nothingElseIsRead() throws {
    try write(Self.bytes(4 * Self.block))
    let earlier = try Data(contentsOf: URL(filePath: path))
    try write(Self.bytes(4 * Self.block))
    let whole = try Data(contentsOf: URL(filePath: path))
    let start = "reprise-blocks 1 ".utf8.count + 37
    let length = (whole.count - start) / 4
    #expect((whole.count - start) % 4 == 0)
    func blocks(_ numbers: Int..., from other: Data? = nil) -> Data {
      numbers.reduce(whole.prefix(start)) { file, number in
        file + (other ?? whole).dropFirst(start + number * length).prefix(length)
      }
    }
    #expect(blocks(0, 1, 2, 3) == whole)
    var flipped = whole
    flipped[start + length + 100] ^= 1
    var renamed = whole
    renamed[20] ^= 1
    for file in [
      flipped, blocks(1, 0, 2, 3), blocks(0, 2, 3), blocks(0, 1, 2), blocks(0, 1, 2, 3, 3),
      whole.dropLast(), whole + Data([0]), whole.prefix(start), whole.prefix(start - 1), Data(),
      whole.prefix(start) + earlier.dropFirst(start), renamed,
    ] {
      try file.write(to: URL(filePath: path))
      #expect(throws: VaultError.self, "\(file.count) bytes") { try read(vault) }
    }
    try whole.write(to: URL(filePath: path))
    #expect(try read(vault) == Self.bytes(4 * Self.block))
    let other = "\(sample.directory.path)/saved/\(vault.name(of: "b"))"
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #expect(throws: VaultError.self) { try vault.text("b", in: "saved") }
  }

  @Test("Sealed text is not written after the vault is locked")
  func nothingIsWrittenOnceTheVaultIsLocked() throws {
    let text = try vault.beginText("a", in: "saved")
    vault.lock()
    #expect(throws: SealingError.locked) { try text.append(Self.bytes(2 * Self.block)) }
    #expect(throws: SealingError.locked) { try text.finish() }
  }

  @Test("Sealed text over the size limit is refused") func whatCouldNotBeReadAgainIsRefused() throws
  {
    let text = SealedText()
    let most = [UInt8](repeating: 0, count: Vault.mostBytes)
    try text.append(most)
    #expect(throws: VaultError.tooLarge(bytes: most.count + 1, limit: most.count)) {
      try text.append([0])
    }
  }
}
