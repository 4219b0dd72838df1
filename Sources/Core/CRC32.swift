/// The CRC-32 checksum (IEEE 802.3, as in zlib and PNG), which detects incomplete writes.
///
/// It protects against accidents, not against manipulation.
package struct CRC32 {
  private var remainder: UInt32 = 0xFFFF_FFFF

  /// Eight consecutive tables: the remainder of a byte followed by zero to seven zero bytes.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ (before >> 8))
    }
    return tables
  }()

  package init() {}

  /// Eight bytes at a time ("slicing by eight"), because every save needs it.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { update(contiguous: $0) }
    if isDone == nil { Array(bytes).withUnsafeBufferPointer { update(contiguous: $0) } }
  }

  private mutating func update(contiguous bytes: UnsafeBufferPointer<UInt8>) {
    CRC32.tables.withUnsafeBufferPointer { tables in
      var offset = 0
      while offset + 8 <= bytes.count {
        let raw = UnsafeRawBufferPointer(bytes)
        let low =
          remainder
          ^ UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        let high = UInt32(
          littleEndian: raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        var next: UInt32 = 0
        for byte in 0..<4 {
          next ^= tables[(7 - byte) * 256 + Int(low >> (8 * UInt32(byte)) & 0xFF)]
          next ^= tables[(3 - byte) * 256 + Int(high >> (8 * UInt32(byte)) & 0xFF)]
        }
        remainder = next
        offset += 8
      }
      for byte in bytes[offset...] {
        remainder = tables[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ (remainder >> 8)
      }
    }
  }

  package var value: UInt32 { ~remainder }

  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: stride(from: 28, through: 0, by: -4).map { digits[Int(value >> UInt32($0)) & 15] },
      as: UTF8.self)
  }
}
