import CSystem

/// Bytes that are wiped when the last reference is released, in memory pages outside Swift's heap,
/// which are never moved or copied. If the system allows it, the pages are locked into memory and
/// excluded from core dumps.
final class SecretBytes: Sendable {
  // Written only in `init`, so any thread may read.
  nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

  init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    guard let memory = reprise_secret_allocate(count) else {
      throw SealingError.outOfMemory(bytes: count)
    }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    // All properties are set, so if `fill` throws, `deinit` frees the pages.
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
  /// Other copies of the array aren't wiped.
  mutating func wipe() {
    withUnsafeMutableBytes { reprise_secret_wipe($0.baseAddress, $0.count) }
    // An empty array can't be mistaken for a password of zeros.
    removeAll()
  }
}
