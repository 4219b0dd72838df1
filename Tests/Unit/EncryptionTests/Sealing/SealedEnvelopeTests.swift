import Testing

@testable import Encryption

@Suite struct SealedEnvelopeTests {
  private static let salt = "000102030405060708090a0b0c0d0e0f"
  private static let check = String(repeating: "ab", count: 32)

  /// A line of one's own, and the checksum that is right for it.
  private func signed(_ text: String) throws -> [UInt8] {
    let covered = Array("\(text) ".utf8)
    let digest = try Libcrypto.system.loaded().sha256(covered).hexadecimal
    return covered + Array("sha256 \(digest)\n".utf8)
  }

  private func envelope() throws -> SealedEnvelope {
    try SealedEnvelope(
      Example.parameters(), check: [UInt8](repeating: 0xAB, count: 32),
      library: Libcrypto.system.loaded())
  }

  @Test("Sealed envelope is one line with the key derivation")
  func anEnvelopeIsOneLineThatSaysHowTheKeyIsDerived() throws {
    let expected = try signed(
      "reprise-sealed 2 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt \(Self.salt) "
        + "check \(Self.check)")
    #expect(try envelope().bytes == expected)
  }

  @Test("Sealed envelope is read whatever follows it")
  func whatWasWrittenIsReadWhateverStandsBehindIt() throws {
    let envelope = try envelope()
    #expect(try SealedEnvelope(readingFrom: envelope.bytes) == envelope)
    #expect(try SealedEnvelope(readingFrom: envelope.bytes + Array(0...255)) == envelope)
  }

  @Test("Sealed envelope of format 1 is read") func anEnvelopeOfTheFirstFormatIsRead() throws {
    let bytes = try signed(
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt \(Self.salt) "
        + "check \(Self.check)")
    let read = try SealedEnvelope(readingFrom: bytes)
    #expect(read.format == 1 && read.bytes == bytes)
    #expect(try read.parameters == Example.parameters())
  }

  @Test("Sealed envelope with any flipped bit is refused") func anyBitThatChangedIsNoticed() throws
  {
    let bytes = try envelope().bytes
    let name = "reprise-sealed ".utf8.count
    for bit in 0..<bytes.count * 8 {
      let expected = bit / 8 < name ? SealingError.notSealed : .changedEnvelope
      #expect(throws: expected) { try SealedEnvelope(readingFrom: bytes.flipped(at: bit)) }
    }
  }

  @Test("Sealed envelope cut at any byte is refused") func anEnvelopeCutAnywhereIsNoticed() throws {
    let bytes = try envelope().bytes
    for count in 0..<bytes.count {
      #expect(throws: SealingError.self) {
        try SealedEnvelope(readingFrom: Array(bytes.prefix(count)))
      }
    }
  }

  @Test(
    "Sealed envelope: other data are reported as not sealed",
    arguments: [[], Array("{}".utf8), Array("reprise-snapshot 1".utf8), Array(0...255)])
  func whatIsNotSealedIsSaidToBeThat(bytes: [UInt8]) {
    #expect(!SealedEnvelope.begins(bytes))
    #expect(throws: SealingError.notSealed) { try SealedEnvelope(readingFrom: bytes) }
  }

  @Test("Sealed envelope without a line end is refused unread")
  func aLineWithoutAnEndIsNotReadToTheEnd() {
    let bytes = Array("reprise-sealed ".utf8) + [UInt8](repeating: 0x20, count: 1 << 20)
    #expect(throws: SealingError.changedEnvelope) { try SealedEnvelope(readingFrom: bytes) }
  }

  @Test("Sealed envelope of a newer format is named") func aLaterFormatIsNamed() throws {
    let bytes = try signed("reprise-sealed 3 and whatever it holds")
    #expect(throws: SealingError.newer(format: 3)) { try SealedEnvelope(readingFrom: bytes) }
  }

  @Test(
    "Sealed envelope with invalid fields is refused",
    arguments: [
      "reprise-sealed 0 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed -1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed +1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed x cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher none kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf none n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 065536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check 00",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt xyz check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt r 8 n 65536 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm  kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 99999999999999999999 r 8 p 1 salt SALT check CHECK",
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 salt SALT check CHECK more",
      "reprise-sealed 1", "reprise-sealed", "reprise-sealed ",
    ])
  func anotherLineIsRefusedThoughItsChecksumIsRight(text: String) throws {
    let bytes = try signed(
      text.replacing("SALT", with: Self.salt).replacing("CHECK", with: Self.check))
    #expect(throws: SealingError.changedEnvelope) { try SealedEnvelope(readingFrom: bytes) }
  }

  @Test(
    "Sealed envelope with hostile parameters is refused at once",
    arguments: [
      "n 1073741824 r 8 p 1", "n 9223372036854775807 r 9223372036854775807 p 9223372036854775807",
      "n 65536 r 1073741824 p 1", "n 65536 r 8 p 1073741824", "n 1048576 r 8 p 16", "n 2 r 8 p 1",
      "n -65536 r 8 p 1", "n 65537 r 8 p 1", "n 0 r 0 p 0",
    ])
  func aHostileEnvelopeCostsNothing(parameters: String) throws {
    let bytes = try signed(
      "reprise-sealed 1 cipher aes-256-gcm kdf scrypt \(parameters) salt \(Self.salt) "
        + "check \(Self.check)")
    let problem = #expect(throws: SealingError.self) { try SealedEnvelope(readingFrom: bytes) }
    guard case .unsafeParameters = problem else {
      Issue.record("\(problem as Any)")
      return
    }
  }

  @Test("Sealed envelope of random bytes is refused") func randomBytesAreAProblemAndNoTrap() throws
  {
    for count in 0..<400 {
      let bytes = try Array("reprise-sealed ".utf8) + [UInt8](randomCount: count)
      #expect(throws: SealingError.changedEnvelope) { try SealedEnvelope(readingFrom: bytes) }
    }
  }
}
