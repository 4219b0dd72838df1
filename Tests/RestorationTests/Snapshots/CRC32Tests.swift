import Testing

@testable import Restoration

@Suite struct CRC32Tests {
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("a", 0xE8B7_BE43),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func theChecksumIsZlibs(text: String, expected: UInt32) {
    var checksum = CRC32()
    checksum.update(text.utf8)
    #expect(checksum.value == expected)
  }

  @Test func partsAddUpToTheWhole() {
    var checksum = CRC32()
    checksum.update("1234".utf8)
    checksum.update([])
    checksum.update(Array("56789".utf8)[...])
    #expect(checksum.value == 0xCBF4_3926)
  }

  @Test func theHexadecimalFormHasEightDigits() {
    var checksum = CRC32()
    #expect(checksum.hexadecimal == "00000000")
    checksum.update("123456789".utf8)
    #expect(checksum.hexadecimal == "cbf43926")
  }
}
