import Testing

@testable import Encryption

@Suite struct HexadecimalTests {
  @Test("Hexadecimal of all bytes round-trips") func allBytesComeBack() {
    let bytes = [UInt8](0...255)
    #expect([UInt8](hexadecimal: bytes.hexadecimal) == bytes)
    #expect([0x00, 0x0F, 0xF0].hexadecimal == "000ff0")
  }

  @Test(
    "Hexadecimal refuses any other text",
    arguments: ["0", "0g", "AB", " 00", "0x00", "é0", "００", "+1"])
  func nothingElseIsRead(text: String) {
    #expect([UInt8](hexadecimal: text) == nil)
  }
}
