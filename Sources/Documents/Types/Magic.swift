/// A signature: bytes at an offset, or in a range of offsets, of every file of a type.
public struct Magic: Hashable, Sendable {
  /// The bytes of the signature.
  public let bytes: [UInt8]
  /// The offsets at which the bytes may start, not counting a byte order mark.
  public let offsets: ClosedRange<Int>

  /// Creates a signature from ASCII text.
  ///
  ///     Magic("$RXN")
  public init(_ text: String, at offsets: ClosedRange<Int> = 0...0) {
    self.init(bytes: Array(text.utf8), at: offsets)
  }

  /// Creates a signature from bytes.
  ///
  ///     Magic(bytes: [0x1F, 0x8B])
  public init(bytes: [UInt8], at offsets: ClosedRange<Int> = 0...0) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Returns whether the signature is found. An empty signature never matches.
  public func isFound(in bytes: [UInt8]) -> Bool {
    guard !self.bytes.isEmpty else { return false }
    return offsets.clamped(to: 0...max(0, bytes.count)).contains { offset in
      bytes.dropFirst(offset).starts(with: self.bytes)
    }
  }
}
