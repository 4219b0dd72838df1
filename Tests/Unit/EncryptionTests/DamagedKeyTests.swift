import Core
import Foundation
import RepriseTesting
import Testing

@testable import Encryption

/// A key that opens nothing any more, and its copy with it: what is saved can be set aside.
@Suite(.cheapKeys) struct DamagedKeyTests {
  private let sample: SampleVault
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  /// Replaces words in the lines of a key; what is sealed behind them stays as it is.
  private func replacing(_ text: String, with other: String, in key: [UInt8]) -> [UInt8] {
    guard let place = key.firstRange(of: Array(text.utf8)) else { return key }
    return Array(key[..<place.lowerBound]) + Array(other.utf8) + Array(key[place.upperBound...])
  }

  /// Bytes that take the place of a line of the key, with a checksum that is right.
  private func signed(_ line: String) throws -> [UInt8] {
    let text = Array("\(line) ".utf8)
    let digest = try Libcrypto.system.loaded().sha256(text).hexadecimal
    return text + Array("sha256 \(digest)\n".utf8)
  }

  enum Damage: CaseIterable {
    case junk, nothing, tooLong, changedLine, weak, flipped, unsealed

    /// The beginning of what is said of it.
    var reason: String {
      switch self {
      case .junk, .nothing, .tooLong: "it doesn't say whose it is"
      case .changedLine, .unsealed: "its header was changed"
      case .weak: "its key derivation is unsupported: "
      case .flipped: "the encrypted data was changed"
      }
    }
  }

  private func damaged(_ key: [UInt8], _ damage: Damage) throws -> [UInt8] {
    let heading = try #require(VaultKey(key)).heading
    switch damage {
    case .junk: return Array("junk".utf8)
    case .nothing: return []
    case .tooLong: return Array(repeating: 0x78, count: 100_000)
    case .changedLine:
      return replacing(" r 8", with: " r 9", in: key)
    case .weak:
      let numbers = "cipher aes-256-gcm kdf scrypt n 2 r 8 p 1"
      let zeros = String(repeating: "0", count: 64)
      return try heading
        + signed("reprise-sealed 2 \(numbers) salt \(zeros.prefix(32)) check \(zeros)")
    case .flipped: return key.dropLast() + [key[key.count - 1] ^ 1]
    case .unsealed: return heading + Array("nothing sealed".utf8)
    }
  }

  private func expect(_ damage: Damage, of directory: VaultDirectory) async {
    do {
      _ = try await sample.open()
      Issue.record("it opened")
    } catch VaultError.damagedKey(let path, let reason) {
      #expect(path == directory.path + "/key")
      #expect(reason.hasPrefix(damage.reason), "\(reason)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(
    "Vault with damaged keys is quarantined and opens with a backup key", arguments: Damage.allCases
  )
  func whatADamagedKeyLeavesIsSetAsideAndOpensWithAKeyFromABackup(damage: Damage) async throws {
    try await sample.makeLocked()
    let key = try sample.key()
    try sample.write(damaged(key, damage), to: "key", "key.copy")
    await expect(damage, of: directory)
    #expect(try directory.isMade())
    let aside = try directory.quarantine()
    #expect(aside == directory.path + ".aside-1")
    #expect(try !directory.isMade())
    let next = try await sample.make("neu")
    #expect(next.notice == nil)
    try next.erase()
    try FileManager.default.moveItem(atPath: aside, toPath: directory.path)
    try sample.write(key, to: "key")
    #expect(try await sample.open().read("a", in: "saved") == [1])
  }

  @Test(
    "Vault with a damaged key and whole copy reports a wrong password", arguments: Damage.allCases)
  func aMistypedPasswordIsNoDamageWhereTheCopyIsWhole(damage: Damage) async throws {
    try await sample.makeLocked()
    try sample.write(damaged(sample.key(), damage), to: "key")
    await #expect(throws: SealingError.wrongPassword) { try await sample.open("gehelm") }
    _ = try await sample.open()
  }

  @Test("Vault that is open is not quarantined") func whatIsOpenIsNotSetAside() async throws {
    let vault = try await sample.make()
    #expect(throws: VaultError.inUse) { try directory.quarantine() }
    vault.lock()
    #expect(try directory.quarantine() == directory.path + ".aside-1")
    // And what came after it goes beside it.
    try await sample.makeLocked()
    #expect(try directory.quarantine() == directory.path + ".aside-2")
    let gone = VaultError.file(.system("set aside", path: directory.path, code: ENOENT))
    #expect(throws: gone) { try directory.quarantine() }
  }

  @Test("Vault key of a newer release is reported as newer") func aLaterReleasesKeyIsNamedAsThat()
    async throws
  {
    try await sample.makeLocked()
    let key = try sample.key()
    let heading = try #require(VaultKey(key)).heading
    let newer = VaultError.newerKey(path: directory.path + "/key")
    let forms = try [
      heading + signed("reprise-sealed 9 and whatever it holds"),
      replacing("reprise-vault 1", with: "reprise-vault 2", in: key),
    ]
    for form in forms {
      try sample.write(form, to: "key", "key.copy")
      await #expect(throws: newer) { try await sample.open() }
      // A copy of that release is a way in, for that release.
      try sample.write(Array("junk".utf8), to: "key")
      await #expect(throws: newer) { try await sample.open() }
    }
  }
}
