public import Core
public import Foundation
import Synchronization

/// A file system with one failing call: an error, a short write, or the process's end.
///
///     let files = FaultyFiles(.fail(ENOSPC), at: 3)
///     let session = SnapshotFile(path: path, system: files)
///
/// Run a test with `at` from 0 on until `hasHappened` stays false: then every call has failed once.
public final class FaultyFiles: FileSystem {
  /// The way in which the call fails.
  public enum Fault: Hashable, Sendable {
    /// The call fails with an error number and has no effect.
    case fail(Int32)
    /// A write stores only half of its bytes. Other calls succeed.
    case cut
    /// The process ends before the call: this call and all later ones have no effect.
    case stop
    /// The process ends during the call: half of a write is stored, and later calls have no effect.
    case stopHalfway
  }

  private struct Progress {
    var count = 0
    var isStopped = false
    var hasHappened = false
  }

  private let real = SystemFiles()
  private let fault: Fault
  private let callIndex: Int
  private let progress = Mutex(Progress())

  /// Creates a file system in which call number `callIndex` fails, counted from 0.
  public init(_ fault: Fault, at callIndex: Int) {
    self.fault = fault
    self.callIndex = callIndex
  }

  /// Whether the failing call was reached.
  public var hasHappened: Bool { progress.withLock { $0.hasHappened } }

  /// The number of calls, without `closeFile`, which can't fail in a way that matters.
  public var callCount: Int { progress.withLock { $0.count } }

  /// Creates a file system in which no call fails, to count the calls.
  public convenience init() { self.init(.cut, at: .max) }

  /// Whether the simulated process has ended.
  public var isStopped: Bool { progress.withLock { $0.isStopped } }

  private enum Verdict {
    case carryOut
    case refuse(Int32)
    case halve(thenRefuse: Bool)
  }

  private func nextVerdict() -> Verdict {
    progress.withLock { progress in
      if progress.isStopped { return .refuse(EIO) }
      defer { progress.count += 1 }
      guard progress.count == callIndex else { return .carryOut }
      progress.hasHappened = true
      switch fault {
      case .fail(let code): return .refuse(code)
      case .cut: return .halve(thenRefuse: false)
      case .stop:
        progress.isStopped = true
        return .refuse(EIO)
      case .stopHalfway:
        progress.isStopped = true
        return .halve(thenRefuse: true)
      }
    }
  }

  private func call(_ body: () -> Int32) -> Int32 {
    switch nextVerdict() {
    case .carryOut, .halve(thenRefuse: false): return body()
    case .halve(thenRefuse: true):
      // The call takes effect, but the process no longer exists to see its result.
      _ = body()
      errno = EIO
      return -1
    case .refuse(let code):
      errno = code
      return -1
    }
  }

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    switch nextVerdict() {
    case .carryOut, .halve(thenRefuse: false): return real.openFile(path, flags, mode)
    case .halve(thenRefuse: true):
      let opened = real.openFile(path, flags, mode)
      if opened >= 0 { real.closeFile(opened) }
      errno = EIO
      return -1
    case .refuse(let code):
      errno = code
      return -1
    }
  }

  /// Always closes the file, as the kernel does when a process ends.
  public func closeFile(_ descriptor: Int32) { real.closeFile(descriptor) }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    var count = 0
    let status = call {
      count = real.readFile(descriptor, buffer, at: offset)
      return count < 0 ? -1 : 0
    }
    return status < 0 ? -1 : count
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    switch nextVerdict() {
    case .carryOut: return real.writeFile(descriptor, buffer, at: offset)
    case .halve(let thenRefuse):
      let half = UnsafeRawBufferPointer(rebasing: buffer[..<(buffer.count / 2)])
      let written = real.writeFile(descriptor, half, at: offset)
      guard thenRefuse else { return written }
      errno = EIO
      return -1
    case .refuse(let code):
      errno = code
      return -1
    }
  }

  public func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    call { real.status(of: descriptor, &status) }
  }

  public func status(of path: String, _ status: inout stat) -> Int32 {
    call { real.status(of: path, &status) }
  }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    call { real.truncateFile(descriptor, to: size) }
  }

  public func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 {
    call { real.setMode(of: descriptor, mode) }
  }

  public func synchronizeFile(_ descriptor: Int32) -> Int32 {
    call { real.synchronizeFile(descriptor) }
  }

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    call { real.lockFile(descriptor, operation) }
  }

  public func renameFile(_ path: String, to other: String) -> Int32 {
    call { real.renameFile(path, to: other) }
  }

  public func removeFile(_ path: String) -> Int32 { call { real.removeFile(path) } }
}
