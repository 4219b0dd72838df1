import CSystem
import Core
import Foundation

/// A memory buffer for secrets: locked against swapping if the system allows it, excluded from core
/// dumps, and wiped when freed.
final class SecretBuffer {
  /// The number of bytes to retain.
  let limit: Int
  private(set) var count = 0
  private let memory: UnsafeMutableRawPointer
  /// The space after the limit, into which excess bytes are read.
  private static let room = 4096

  /// Creates an empty buffer. Throws `POSIXError` if there is no memory.
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

  var secret: Secret { Secret(bytes: bytes) }

  /// Reads once, with the results of `read(2)`: 0 at the end, -1 and `errno`. Bytes beyond the
  /// limit are lost.
  func read(from descriptor: Int32) -> Int {
    let got = Foundation.read(descriptor, memory + count, limit + SecretBuffer.room - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}
