/// Known answers that a library must give before it is used. scrypt: RFC 7914, 12. AES-256-GCM:
/// test case 16 of the GCM specification by McGrew and Viega. SHA-256: FIPS 180-2, appendix B.1.
/// HKDF: RFC 5869, test case 3.
struct KnownAnswerTest {
  var derived = """
    fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830da\
    c727afb94a83ee6d8360cbdfa2cc0640
    """
  var key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  var nonce = "cafebabefacedbaddecaf888"
  var header = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
  var plain = """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
    b16aedf5aa0de657ba637b39
    """
  var sealed = """
    522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838\
    c5f61e6393ba7a0abcc9f662
    """
  var tag = "76fc6ece0f4e1768cddf8853bb2d551b"
  var digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  var secret = String(repeating: "0b", count: 22)
  var purposeKey = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"

  func run(on library: LoadedLibcrypto) throws {
    try check("scrypt", on: library) { try derives(on: library) }
    try check("AES-256-GCM", on: library) { try seals(on: library) && opens(on: library) }
    try check("SHA-256", on: library) {
      try library.sha256(Array("abc".utf8)).hexadecimal == digest
    }
    try check("HKDF", on: library) { try derivesForPurposes(on: library) }
  }

  private func derives(on library: LoadedLibcrypto) throws -> Bool {
    var key = [UInt8](repeating: 0, count: 64)
    try key.withUnsafeMutableBytes {
      try library.scrypt(
        Array("password".utf8), salt: Array("NaCl".utf8), cost: 1024, blockSize: 8, parallelism: 16,
        into: $0)
    }
    return key.hexadecimal == derived
  }

  private func derivesForPurposes(on library: LoadedLibcrypto) throws -> Bool {
    var key = [UInt8](repeating: 0, count: LoadedLibcrypto.keyLength)
    try key.withUnsafeMutableBytes { key in
      try bytes(secret).withUnsafeBytes { try library.derive(from: $0, for: [], into: key) }
    }
    return key.hexadecimal == purposeKey
  }

  private func seals(on library: LoadedLibcrypto) throws -> Bool {
    try bytes(key).withUnsafeBytes {
      try library.seal(bytes(plain), key: $0, nonce: bytes(nonce), header: bytes(header))
    }.hexadecimal == nonce + sealed + tag
  }

  /// A changed ciphertext must be rejected.
  private func opens(on library: LoadedLibcrypto) throws -> Bool {
    try bytes(key).withUnsafeBytes { key in
      var whole = bytes(nonce + sealed + tag)
      let opened = try library.open(whole, key: key, header: bytes(header))
      whole[whole.count - 1] ^= 1
      do {
        _ = try library.open(whole, key: key, header: bytes(header))
        return false
      } catch SealingError.changed {
        return opened == bytes(plain)
      }
    }
  }

  private func bytes(_ text: String) -> [UInt8] { [UInt8](hexadecimal: text) ?? [] }

  private func check(
    _ what: String, on library: LoadedLibcrypto, _ isRight: () throws -> Bool
  ) throws {
    var isPassed = false
    do {
      isPassed = try isRight()
    } catch SealingError.libraryFailed, SealingError.changed {
      // Rejecting a valid input is a failed test, too.
    }
    guard isPassed else {
      throw SealingError.selfCheckFailed(
        library: library.name, "its \(what) differs from what is published")
    }
  }
}
