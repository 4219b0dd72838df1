import Foundation

extension String {
  /// A sort key that ignores case and accents, and sorts "PROBE2" before "PROBE10".
  ///
  /// Each run of digits is written without leading zeros and preceded by its length.
  var orderKey: String {
    let isASCII = utf8.allSatisfy { $0 < 0x80 }
    let folded =
      isASCII
      ? lowercased()
      : folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    let bytes = Array(folded.utf8)
    guard bytes.contains(where: { Self.digits.contains($0) }) else { return folded }
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count + 8)
    var place = 0
    while place < bytes.count {
      let run = bytes[place...].prefix { Self.digits.contains($0) }
      if run.isEmpty {
        key.append(bytes[place])
        place += 1
      } else {
        let number = run.drop { $0 == UInt8(ascii: "0") }
        key += [UInt8(ascii: "0"), UInt8(ascii: "0") + UInt8(Swift.min(number.count, 70))] + number
        place += run.count
      }
    }
    return String(decoding: key, as: UTF8.self)
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
