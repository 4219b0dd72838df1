/// Bytes of no meaning behind bytes that are sealed, so that the length of what is sealed says little.
///
/// The lengths are those of Padmé (Nikitin and others, Reducing Metadata Leakage from Encrypted Files and Communication with PURBs,
/// 2019): at most a sixteenth more from the shortest length on, and only as many different ones as there are bits in the length's logarithm. A byte 0x80 ends what is
/// meant, and zeros follow.
package enum Padding {
  /// The shortest length: what is shorter needn't be told apart.
  static let minimum = 256
  private static let end: UInt8 = 0x80

  /// The length of so many bytes with their padding, of which there is at least one.
  ///
  /// - Parameter limit: The length beyond which nothing is padded, because there is no room; lengths near it become it.
  package static func length(of count: Int, limit: Int = .max) -> Int {
    let least = max(minimum, count + 1)
    let exponent = Int.bitWidth - 1 - least.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << max(0, exponent - kept)) - 1
    let (padded, isTooLarge) = least.addingReportingOverflow(mask)
    return max(count + 1, min(isTooLarge ? least : padded & ~mask, limit))
  }

  /// Adds the padding.
  package static func add(to bytes: inout [UInt8], limit: Int = .max) {
    let length = length(of: bytes.count, limit: limit)
    bytes.append(end)
    bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
  }

  /// Takes the padding away; false if there is none.
  package static func remove(from bytes: inout [UInt8]) -> Bool {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), bytes[last] == end else { return false }
    bytes.removeLast(bytes.count - last)
    return true
  }
}
