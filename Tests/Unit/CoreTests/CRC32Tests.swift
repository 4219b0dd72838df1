import Testing

@testable import Core

@Suite struct CRC32Tests {
  @Test(
    "CRC32 equals the checksum of zlib",
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func theChecksumIsZlibs(text: String, expected: UInt32) {
    var checksum = CRC32()
    checksum.update(text.utf8)
    #expect(checksum.value == expected)
  }

  @Test("CRC32 of pieces equals that of the whole") func partsAddUpToTheWhole() {
    var checksum = CRC32()
    checksum.update("1234".utf8)
    checksum.update([])
    checksum.update(Array("56789".utf8)[...])
    #expect(checksum.value == 0xCBF4_3926)
  }

  /// Bit by bit, as the definition has it, whatever the length and wherever the bytes begin.
  @Test("CRC32 eight bytes at a time equals bit by bit")
  func eightBytesAtATimeAreTheSameAsOneBitAtATime() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    for length in 0..<64 {
      for start in 0..<9 {
        let part = bytes[start..<(start + length)]
        let expected = ~part.reduce(~UInt32(0)) { value, byte in
          (0..<8).reduce(value ^ UInt32(byte)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
          }
        }
        var checksum = CRC32()
        checksum.update(part)
        #expect(checksum.value == expected)
      }
    }
  }

  @Test("CRC32 in hexadecimal has eight digits") func theHexadecimalFormHasEightDigits() {
    var checksum = CRC32()
    #expect(checksum.hexadecimal == "00000000")
    checksum.update("123456789".utf8)
    #expect(checksum.hexadecimal == "cbf43926")
  }

  @Test("CRC32 of a non-contiguous collection") func bytesThatLieNowhereTogetherAreAddedToo() {
    var checksum = CRC32()
    checksum.update("123456789".utf8.lazy.map { $0 })
    #expect(checksum.value == 0xCBF4_3926)
  }
}
