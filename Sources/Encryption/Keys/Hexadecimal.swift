extension [UInt8] {
  /// The bytes as lowercase hexadecimal digits, two each.
  var hexadecimal: String {
    let digits = [UInt8]("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }, as: UTF8.self)
  }

  /// Decodes lowercase hexadecimal digits. Returns `nil` for any other text.
  init?(hexadecimal text: some StringProtocol) {
    let values = text.utf8.map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0xFF) }
    guard values.count.isMultiple(of: 2), !values.contains(0xFF) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    guard hexadecimal == text else { return nil }
  }
}
