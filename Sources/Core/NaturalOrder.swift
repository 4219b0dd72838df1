extension String {
  /// "sys 2" sorts before "sys 10": each run of digits loses its leading zeros and gets its length
  /// as a prefix, so that comparing keys compares the numbers.
  package var naturalSortKey: String {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let source = Array(utf8)
    guard source.contains(where: digits.contains) else { return self }
    var key: [UInt8] = []
    key.reserveCapacity(source.count + 8)
    var index = 0
    while index < source.count {
      let run = source[index...].prefix(while: digits.contains)
      guard !run.isEmpty else {
        key.append(source[index])
        index += 1
        continue
      }
      let number = run.drop { $0 == UInt8(ascii: "0") }
      // The prefix starts with a digit, so that numbers sort where digits do. The length is one
      // printable byte, capped at 70 digits, which no name exceeds.
      key += [UInt8(ascii: "0"), UInt8(ascii: "0") + UInt8(min(number.count, 70))]
      key += number
      index += run.count
    }
    return String(decoding: key, as: UTF8.self)
  }
}
