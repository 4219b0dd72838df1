/// The checksum of IEEE 802.3, as zlib and PNG have it: it tells a torn write from a whole one.
///
/// It protects against accidents, not against people.
struct CRC32 {
  private var remainder: UInt32 = 0xFFFF_FFFF

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  mutating func update(_ bytes: some Sequence<UInt8>) {
    CRC32.table.withUnsafeBufferPointer { table in
      for byte in bytes {
        remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8)
      }
    }
  }

  var value: UInt32 { ~remainder }

  /// The value as eight hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
