/// Bytes packed as gzip has them, without being made smaller: the blocks of RFC 1951 that are only
/// stored.
enum Gzip {
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var start = 0
    repeat {
      let end = min(start + 0xFFFF, bytes.count)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += little(UInt32(count), 2) + little(UInt32(~count), 2) + bytes[start..<end]
      start = end
    } while start < bytes.count
    return result + little(checksum(bytes), 4) + little(UInt32(truncatingIfNeeded: bytes.count), 4)
  }

  private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }
}
