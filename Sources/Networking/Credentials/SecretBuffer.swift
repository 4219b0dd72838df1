import CLibcrypto
import Foundation
import Values

/// Memory that secrets are read into: not swapped out where the system allows it, in no core dump, and wiped in the end.
final class SecretBuffer {
  /// The most bytes that are kept.
  let limit: Int
  private(set) var count = 0
  private let memory: UnsafeMutableRawPointer
  /// Room behind the limit, so that there always is some to read into what isn't kept.
  private static let room = 4096

  /// Throws `POSIXError` when there is no memory.
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

  /// Reads once, as `read` does: 0 at the end, -1 and `errno`. What goes beyond the limit is lost.
  func read(from descriptor: Int32) -> Int {
    let got = Foundation.read(descriptor, memory + count, limit + SecretBuffer.room - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}
