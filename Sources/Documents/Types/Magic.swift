/// Bytes that stand at a place, or in a range of places, of every file of a type.
public struct Magic: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]
  /// The offsets at which the bytes may begin, a byte order mark not counted.
  public let offsets: ClosedRange<Int>

  /// Creates a sign from a text of ASCII.
  ///
  ///     Magic("$RXN")
  public init(_ text: String, at offsets: ClosedRange<Int> = 0...0) {
    self.init(bytes: Array(text.utf8), at: offsets)
  }

  /// Creates a sign from bytes.
  ///
  ///     Magic(bytes: [0x1F, 0x8B])
  public init(bytes: [UInt8], at offsets: ClosedRange<Int> = 0...0) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Tells whether the sign is there. No bytes are no sign.
  public func isFound(in bytes: [UInt8]) -> Bool {
    guard !self.bytes.isEmpty else { return false }
    return offsets.clamped(to: 0...max(0, bytes.count)).contains { offset in
      bytes.dropFirst(offset).starts(with: self.bytes)
    }
  }
}
