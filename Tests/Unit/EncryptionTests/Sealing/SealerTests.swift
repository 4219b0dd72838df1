import Testing

@testable import Encryption

@Suite struct SealerTests {
  @Test("Sealer opens what it sealed", arguments: [0, 1, 15, 16, 17, 4096, 1 << 20])
  func whatIsSealedComesBack(count: Int) throws {
    let sealer = try Example.sealer()
    let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let sealed = try sealer.seal(plain, authenticating: Example.header)
    #expect(sealed.count == count + 28)
    #expect(try sealer.open(sealed, authenticating: Example.header) == plain)
  }

  @Test("Sealer opens with the same password and envelope later")
  func theSamePasswordAndEnvelopeOpenItAnotherDay() throws {
    let sealer = try Example.sealer()
    let stored = try sealer.heading + sealer.seal(Example.plain, authenticating: [])
    var password = Example.password
    let envelope = try SealedEnvelope(readingFrom: stored)
    let later = try Sealer(wiping: &password, opening: envelope)
    #expect(later.heading == sealer.heading)
    let sealed = Array(stored.dropFirst(envelope.bytes.count))
    #expect(try later.open(sealed, authenticating: []) == Example.plain)
  }

  /// Made with Python's hashlib and OpenSSL, not with this code.
  @Test("Sealer opens data of format 1 from another program")
  func whatAnotherProgramSealedInFormat1Opens() throws {
    let line = """
      reprise-sealed 1 cipher aes-256-gcm kdf scrypt n 65536 r 8 p 1 \
      salt 000102030405060708090a0b0c0d0e0f \
      check 96c992778205d0031c62e233fdf238bc366dc16024e405b5ba174004c5957879 \
      sha256 c2ee42c6405affd9f850f76f9faba4e03ff8533b18e3ca0f6787798f42dd3cdf

      """
    let sealed = try #require(
      [UInt8](
        hexadecimal: """
          6465666768696a6b6c6d6e6f79a69ff7031259ff6189725d95abd9e91cbc3d0ce13d968af89e51776a29e1a9\
          89be305e9d36a9ff46408c6ed772913dcc2bb90669732baf6feb6d
          """))
    var password = Example.password
    let sealer = try Sealer(
      wiping: &password, opening: SealedEnvelope(readingFrom: Array(line.utf8)))
    #expect(try sealer.open(sealed, authenticating: Example.header) == Example.plain)
  }

  @Test("Sealer wipes the password") func thePasswordIsWiped() throws {
    var password = Example.password
    _ = try Sealer(wiping: &password, parameters: Example.parameters())
    #expect(password.isEmpty)
  }

  @Test("Sealer refuses and wipes a wrong password") func aWrongPasswordIsSaidToBeThatAndIsWiped()
    throws
  {
    var password = Array("correct horse battery stable".utf8)
    let envelope = try SealedEnvelope(readingFrom: Example.sealer().heading)
    #expect(throws: SealingError.wrongPassword) {
      try Sealer(wiping: &password, opening: envelope)
    }
    #expect(password.isEmpty)
  }

  @Test("Sealer refuses an empty password") func anEmptyPasswordIsRefused() throws {
    var password: [UInt8] = []
    #expect(throws: SealingError.noPassword) {
      try Sealer(wiping: &password, parameters: Example.parameters())
    }
    #expect(throws: SealingError.noPassword) {
      try Sealer(wiping: &password, opening: SealedEnvelope(readingFrom: Example.sealer().heading))
    }
  }

  @Test("Sealer with another salt has another key") func anotherSaltIsAnotherKey() throws {
    var password = Example.password
    let other = try Sealer(wiping: &password, parameters: KeyParameters())
    let sealed = try other.seal(Example.plain, authenticating: [])
    #expect(throws: SealingError.changed) {
      try Example.sealer().open(sealed, authenticating: [])
    }
  }

  @Test("Sealed data with any flipped bit are refused") func anyBitThatChangedIsNoticed() throws {
    let sealer = try Example.sealer()
    let sealed = try sealer.seal(Example.plain, authenticating: Example.header)
    for bit in 0..<sealed.count * 8 {
      #expect(throws: SealingError.changed) {
        try sealer.open(sealed.flipped(at: bit), authenticating: Example.header)
      }
    }
  }

  @Test("Sealed data with any flipped bit in the header are refused")
  func anyBitOfTheHeaderThatChangedIsNoticed() throws {
    let sealer = try Example.sealer()
    let sealed = try sealer.seal(Example.plain, authenticating: Example.header)
    for bit in 0..<Example.header.count * 8 {
      #expect(throws: SealingError.changed) {
        try sealer.open(sealed, authenticating: Example.header.flipped(at: bit))
      }
    }
    #expect(throws: SealingError.changed) { try sealer.open(sealed, authenticating: []) }
  }

  @Test("Sealed data that are cut or longer are refused") func whatIsCutShortOrLongerIsNoticed()
    throws
  {
    let sealer = try Example.sealer()
    let sealed = try sealer.seal(Example.plain, authenticating: [])
    for count in 0..<sealed.count {
      #expect(throws: SealingError.changed) {
        try sealer.open(Array(sealed.prefix(count)), authenticating: [])
      }
    }
    #expect(throws: SealingError.changed) { try sealer.open(sealed + [0], authenticating: []) }
  }

  @Test("Sealer never seals the same bytes alike") func theSameBytesAreNeverSealedAlike() throws {
    let sealer = try Example.sealer()
    let nonces = try (0..<1000).map { _ in
      try Array(sealer.seal(Example.plain, authenticating: []).prefix(12))
    }
    #expect(Set(nonces).count == 1000)
  }

  @Test("Sealed data contain no plain bytes") func nothingOfThePlainBytesIsSeen() throws {
    let sealed = try Example.sealer().seal(Example.plain, authenticating: [])
    for start in 0...Example.plain.count - 4 {
      #expect(!sealed.contains(Example.plain[start..<start + 4]))
    }
  }

  // MARK: Purposes

  @Test("Data sealed for a purpose open for that purpose only")
  func whatIsSealedForAPurposeOpensForThatOneAlone() throws {
    let sealer = try Example.sealer()
    let sealed = try sealer.seal(Example.plain, for: "session", authenticating: Example.header)
    #expect(sealed.starts(with: sealer.heading))
    let rest = Array(sealed.dropFirst(sealer.heading.count))
    #expect(
      try sealer.open(rest, for: "session", authenticating: Example.header) == Example.plain)
    #expect(throws: SealingError.changed) {
      try sealer.open(rest, for: "file saved", authenticating: Example.header)
    }
    #expect(throws: SealingError.changed) {
      try sealer.open(rest, for: "session", authenticating: [])
    }
    // Nor with the key that all are derived from.
    #expect(throws: SealingError.changed) {
      try sealer.open(rest, authenticating: Example.header)
    }
  }

  /// The expected key was made with Python's hmac, not with this code.
  @Test("Purpose key is derived as in RFC 5869") func aPurposesKeyIsAsRFC5869DerivesIt() throws {
    let library = try Libcrypto.system.loaded()
    var key = [UInt8](repeating: 0, count: 32)
    try key.withUnsafeMutableBytes { key in
      try [UInt8](0..<32).withUnsafeBytes {
        try library.derive(from: $0, for: Array("reprise 2 session".utf8), into: key)
      }
    }
    #expect(key.hexadecimal == "2038563f0023c78ae9fb41f24989a7785664f7cc0d9f2289ff1ddb0f6f0bbf12")
    #expect(throws: SealingError.libraryFailed("deriving a key")) {
      try key.withUnsafeMutableBytes { key in
        try [1].withUnsafeBytes {
          try library.derive(from: $0, for: [UInt8](repeating: 1, count: 200), into: key)
        }
      }
    }
  }

  @Test("Wiped sealer refuses for each purpose") func wipingWipesThePurposesKeysToo() throws {
    var password = Example.password
    let sealer = try Sealer(wiping: &password, parameters: Example.parameters())
    let sealed = try sealer.seal(Example.plain, for: "session", authenticating: [])
    sealer.wipe()
    #expect(throws: SealingError.locked) {
      try sealer.seal([], for: "session", authenticating: [])
    }
    #expect(throws: SealingError.locked) {
      try sealer.open(sealed, for: "session", authenticating: [])
    }
  }

  @Test("Wiped sealer refuses to seal and open") func aWipedSealerRefuses() throws {
    var password = Example.password
    let sealer = try Sealer(wiping: &password, parameters: Example.parameters())
    let sealed = try sealer.seal(Example.plain, authenticating: [])
    sealer.wipe()
    sealer.wipe()
    #expect(throws: SealingError.locked) { try sealer.seal([], authenticating: []) }
    #expect(throws: SealingError.locked) { try sealer.open(sealed, authenticating: []) }
    #expect(try Example.sealer().open(sealed, authenticating: []) == Example.plain)
  }

  @Test("Sealer works concurrently") func manySealAndOpenAtOnce() async throws {
    let sealer = try Example.sealer()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          let plain = [UInt8](repeating: UInt8(task), count: 1000 + task)
          return try (0..<100).allSatisfy { round in
            let header = Array("\(task) \(round)".utf8)
            let sealed = try sealer.seal(plain, authenticating: header)
            return try sealer.open(sealed, authenticating: header) == plain
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("Sealer wiped during concurrent sealing leaves nothing half sealed")
  func wipingWhileOthersSealLeavesNothingHalfSealed() async throws {
    var password = Example.password
    let sealer = try Sealer(wiping: &password, parameters: Example.parameters())
    let opener = try Example.sealer()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // Whatever it gave before it was locked opens.
          while let sealed = try? sealer.seal(Example.plain, authenticating: []) {
            #expect((try? opener.open(sealed, authenticating: [])) == Example.plain)
            // There may be fewer threads than tasks, and the last task is the one that ends it.
            await Task.yield()
          }
        }
      }
      group.addTask { sealer.wipe() }
    }
    #expect(throws: SealingError.locked) { try sealer.seal([], authenticating: []) }
  }
}
