import CSystem
import Core
import Dispatch
import FoundationEssentials
import Glibc

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
    let got = Glibc.read(descriptor, memory + count, limit + SecretBuffer.slack - count)
    if got > 0 { count = min(limit, count + got) }
    return got
  }
}

/// Control of core dumps. A core dump is a copy of a process's memory on disk, so it would contain
/// the passwords in memory.
public enum CoreDumps {
  /// Disables core dumps of this process. Programs that it starts inherit the size limit of zero.
  /// This can't be undone; calling it again has no effect.
  ///
  /// It also disables Swift's crash backtraces, even if SWIFT_BACKTRACE enables them. On Linux, it
  /// prevents the same user's debuggers from attaching. The functions of this module that read a
  /// password call it first. An application that reads a password itself calls it before the first
  /// key.
  public static func forbid() {
    reprise_secret_forbid_dumps()
    reprise_rescue_forbid_backtraces()
  }

  /// Whether the operating system has core dumps disabled for this process.
  public static var areForbidden: Bool { reprise_secret_dumps_are_forbidden() }
}
