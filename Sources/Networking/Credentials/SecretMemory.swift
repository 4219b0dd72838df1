import CSystem
import Core
import Dispatch
import Foundation

/// A memory buffer for secrets: locked against swapping if the system allows it, excluded from core
/// dumps, and wiped when freed.
final class SecretBuffer: OutputBuffer {
  let limit: Int
  private(set) var count = 0
  private let memory: UnsafeMutableRawPointer
  /// The space after the limit, into which excess bytes are read.
  private static let slack = 4096

  init(limit: Int) throws {
    CoreDumps.forbid()
    guard let memory = reprise_secret_allocate(limit + SecretBuffer.slack) else {
      throw POSIXError(.ENOMEM)
    }
    self.memory = memory
    self.limit = limit
  }

  deinit { reprise_secret_free(memory, limit + SecretBuffer.slack) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  var secret: Secret { Secret(bytes: bytes) }

  func read(from descriptor: Int32) -> Int {
    let got = Foundation.read(descriptor, memory + count, limit + SecretBuffer.slack - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}

/// Core dumps: copies of a process's memory on disk, which would contain its passwords.
public enum CoreDumps {
  /// Disables core dumps of this process and of the programs it starts. Also disables Swift's crash
  /// backtraces, whatever SWIFT_BACKTRACE says, and debuggers of the same user.
  ///
  /// This can't be undone; a second call changes nothing. Every function that reads a password
  /// calls it first; a screen for passwords calls it before the first key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// Whether core dumps are disabled, according to the operating system.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}
