/// Pads bytes before encryption, so that the length of the ciphertext reveals little.
///
/// The lengths follow Padmé (Nikitin and others, Reducing Metadata Leakage from Encrypted Files and
/// Communication with PURBs, 2019): padding adds at most a sixteenth from the minimum length on,
/// and leaves only few distinct lengths. The padding is a byte 0x80, followed by zeros.
package enum Padding {
  static let minimum = 256
  private static let end: UInt8 = 0x80

  /// Returns the padded length for `count` bytes. The padding is at least one byte.
  ///
  /// - Parameter limit: The maximum padded length. Contents that reach it by themselves get a
  ///   single byte of padding.
  package static func length(of count: Int, limit: Int = .max) -> Int {
    let least = max(minimum, count + 1)
    let exponent = Int.bitWidth - 1 - least.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << max(0, exponent - kept)) - 1
    let (padded, isTooLarge) = least.addingReportingOverflow(mask)
    return max(count + 1, min(isTooLarge ? least : padded & ~mask, limit))
  }

  package static func add(to bytes: inout [UInt8], limit: Int = .max) {
    let length = length(of: bytes.count, limit: limit)
    bytes.append(end)
    bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
  }

  /// Removes the padding. Returns `false` if there is none.
  package static func remove(from bytes: inout [UInt8]) -> Bool {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), bytes[last] == end else { return false }
    bytes.removeLast(bytes.count - last)
    return true
  }
}
