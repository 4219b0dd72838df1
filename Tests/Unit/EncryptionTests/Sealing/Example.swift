@testable import Encryption

/// Deriving takes its time on purpose, so the tests share what needn't be their own.
enum Example {
  static let password = Array("correct horse battery staple".utf8)
  static let plain = Array(#"{"patient":"Betty Williams","tab":"Vitals"}"#.utf8)
  static let header = Array("reprise-snapshot 1 generation 42".utf8)

  static func sealer() throws -> Sealer { try made.get() }

  static func parameters() throws -> KeyParameters {
    try KeyParameters(salt: Array(0..<16), cost: 1 << 16)
  }

  private static let made = Result {
    var password = Self.password
    return try Sealer(wiping: &password, parameters: parameters())
  }
}

extension [UInt8] {
  /// The same with one bit different.
  func flipped(at bit: Int) -> [UInt8] {
    var bytes = self
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return bytes
  }
}
