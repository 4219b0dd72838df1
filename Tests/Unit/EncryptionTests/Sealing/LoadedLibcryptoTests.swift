import Foundation
import Testing

@testable import Encryption

/// Answers that standards have published.
@Suite struct LoadedLibcryptoTests {
  /// RFC 7914, section 12.
  @Test(arguments: [
    (
      "", "", 16, 1,
      """
      77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
      fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
      """
    ),
    (
      "pleaseletmein", "SodiumChloride", 16384, 8,
      """
      7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
      d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
      """
    ),
  ])
  func scryptDerivesWhatIsPublished(
    password: String, salt: String, cost: Int, blockSize: Int, expected: String
  ) throws {
    var key = [UInt8](repeating: 0, count: 64)
    try key.withUnsafeMutableBytes {
      try Libcrypto.system.loaded().scrypt(
        Array(password.utf8), salt: Array(salt.utf8), cost: cost, blockSize: blockSize,
        parallelism: 1, into: $0)
    }
    #expect(key.hexadecimal == expected)
  }

  /// The GCM specification's test cases 13, 14 and 15.
  @Test(
    "AES-256-GCM seals the published test cases",
    arguments: [
      (
        String(repeating: "00", count: 32), String(repeating: "00", count: 12), "",
        "530f8afbc74536b9a963b4f1c4cb738b"
      ),
      (
        String(repeating: "00", count: 32), String(repeating: "00", count: 12),
        String(repeating: "00", count: 16),
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
      ),
      (
        "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
        "cafebabefacedbaddecaf888",
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255
        """,
        """
        522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
        8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad\
        b094dac5d93471bdec1a502270e3cc6c
        """
      ),
    ])
  func sealingGivesWhatIsPublished(
    key: String, nonce: String, plain: String, expected: String
  ) throws {
    let library = try Libcrypto.system.loaded()
    let key = try #require([UInt8](hexadecimal: key))
    let nonce = try #require([UInt8](hexadecimal: nonce))
    let plain = try #require([UInt8](hexadecimal: plain))
    try key.withUnsafeBytes { key in
      let sealed = try library.seal(plain, key: key, nonce: nonce, header: [])
      #expect(sealed.hexadecimal == nonce.hexadecimal + expected)
      #expect(try library.open(sealed, key: key, header: []) == plain)
    }
  }

  /// FIPS 180-2, appendix B.1, and RFC 5869, test case 3.
  @Test("SHA-256 and HKDF give the published answers") func digestsAreWhatIsPublished() throws {
    let library = try Libcrypto.system.loaded()
    #expect(
      try library.sha256(Array("abc".utf8)).hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    var key = [UInt8](repeating: 0, count: LoadedLibcrypto.keyLength)
    let secret = [UInt8](repeating: 0x0B, count: 22)
    try key.withUnsafeMutableBytes { key in
      try secret.withUnsafeBytes { try library.derive(from: $0, for: [], into: key) }
    }
    #expect(
      key.hexadecimal == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  @Test("Scrypt with invalid parameters fails") func parametersThatScryptDoesNotKnowAreAProblem()
    throws
  {
    var key = [UInt8](repeating: 0, count: 64)
    #expect(throws: SealingError.libraryFailed("deriving a key")) {
      try key.withUnsafeMutableBytes {
        try Libcrypto.system.loaded().scrypt(
          [1], salt: [1], cost: 3, blockSize: 8, parallelism: 1, into: $0)
      }
    }
  }

  /// Virtual memory ends at 2^47 bytes, so this fails before anything is touched.
  @Test("Scrypt reports too little memory") func tooLittleMemoryIsSaidToBeThat() throws {
    var key = [UInt8](repeating: 0, count: 64)
    #expect(throws: SealingError.outOfMemory(bytes: 1 << 50)) {
      try key.withUnsafeMutableBytes {
        try Libcrypto.system.loaded().scrypt(
          [1], salt: [1], cost: 1 << 40, blockSize: 8, parallelism: 1, into: $0)
      }
    }
  }
}
