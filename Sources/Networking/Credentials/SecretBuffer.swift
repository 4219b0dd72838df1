import CLibcrypto
import Foundation
import Values

/// Memory that secrets are read into: not swapped out where the system allows it, in no core dump, and wiped in the end.
final class SecretBuffer {
  /// The most bytes that are kept.
  let limit: Int
  private(set) var count = 0
  private let memory: UnsafeMutableRawPointer
  /// The room behind the limit, into which the bytes are read that aren't kept.
  private static let room = 4096

  /// An empty buffer. Throws `POSIXError` when there is no memory.
  init(limit: Int) throws {
    CoreDumps.forbid()
    guard let memory = reprise_secret_allocate(limit + SecretBuffer.room) else {
      throw POSIXError(.ENOMEM)
    }
    self.memory = memory
    self.limit = limit
  }

  deinit { reprise_secret_free(memory, limit + SecretBuffer.room) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// A copy that can be handed on.
  var secret: Secret { Secret(bytes: bytes) }

  /// Reads once, as `read` does: 0 at the end, -1 and `errno`. Bytes beyond the limit are lost.
  func read(from descriptor: Int32) -> Int {
    let got = Foundation.read(descriptor, memory + count, limit + SecretBuffer.room - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}
