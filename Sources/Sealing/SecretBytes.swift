import CLibcrypto

/// Bytes that are wiped when nobody holds them any more.
///
/// They lie in pages of their own, outside Swift's heap, which never moves or copies them. Where the
/// system allows it the pages aren't swapped out, and are left out of core dumps.
final class SecretBytes: Sendable {
  // Written in `init` alone, so that any thread may read.
  nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

  /// Fills the bytes. Throws the errors of `fill`, and then keeps nothing.
  init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    guard let memory = reprise_secret_allocate(count) else {
      throw SealingError.outOfMemory(bytes: count)
    }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    // If it throws, `deinit` gives the pages back: all properties are set.
    try fill(bytes)
  }

  deinit { reprise_secret_free(bytes.baseAddress, bytes.count) }

  func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension [UInt8] {
  /// Overwrites the bytes with zeros, and lets go of them.
  ///
  /// Other copies of the array, if there are any, keep theirs.
  mutating func wipe() {
    withUnsafeMutableBytes { reprise_secret_wipe($0.baseAddress, $0.count) }
    // Nobody is to take zeros for a password.
    removeAll()
  }
}
