public import Core
public import Foundation

/// A file system that forwards to the operating system all calls that a test doesn't override.
///
///     struct LocklessFiles: ForwardingFiles {
///       func verdict(on call: FileCall) -> FileCall.Verdict {
///         call == .lock ? .fail(ENOLCK) : .carryOut
///       }
///     }
public protocol ForwardingFiles: FileSystem {
  /// Decides how each call except `closeFile` is carried out, before it is made. By default, all
  /// calls are passed to the operating system unchanged.
  func verdict(on call: FileCall) -> FileCall.Verdict
}

/// A call to a ``ForwardingFiles`` file system, on which `verdict(on:)` decides.
public enum FileCall: Hashable, Sendable {
  /// A call of `openFile`. The values are the file's path and the flags with which it is opened.
  case open(path: String, flags: Int32)
  /// A call of the `FileSystem` method whose name begins with the case's name, such as `renameFile`
  /// for `rename`.
  case read, write, status, truncate, setMode, synchronize, lock, rename, remove

  /// The decision on how a call of the file system is carried out.
  public enum Verdict: Hashable, Sendable {
    /// The call is passed to the operating system unchanged.
    case carryOut
    /// The call fails and has no effect. The value is the error number in `errno`.
    case fail(Int32)
    /// A write stores only half of its bytes; other calls take effect completely. If the value is
    /// an error number, the call then fails with it.
    case halve(thenFail: Int32?)
  }
}

extension ForwardingFiles {
  private var real: SystemFiles { SystemFiles() }

  public func verdict(on call: FileCall) -> FileCall.Verdict { .carryOut }

  private func make<Result: SignedInteger>(
    _ call: FileCall, _ body: (_ isHalved: Bool) -> Result
  ) -> Result {
    let code: Int32
    switch verdict(on: call) {
    case .carryOut: return body(false)
    case .halve(thenFail: nil): return body(true)
    case .halve(thenFail: let failure?):
      let result = body(true)
      if case .open = call, result >= 0 { real.closeFile(Int32(result)) }
      code = failure
    case .fail(let failure): code = failure
    }
    errno = code
    return -1
  }

  public func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    make(.open(path: path, flags: flags)) { _ in real.openFile(path, flags, mode) }
  }

  /// Always closes the file, as the kernel does when a process ends.
  public func closeFile(_ descriptor: Int32) { real.closeFile(descriptor) }

  public func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    make(.read) { _ in real.readFile(descriptor, buffer, at: offset) }
  }

  public func writeFile(
    _ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int
  ) -> Int {
    make(.write) { isHalved in
      let stored = isHalved ? buffer.count / 2 : buffer.count
      return real.writeFile(
        descriptor, UnsafeRawBufferPointer(rebasing: buffer[..<stored]), at: offset)
    }
  }

  /// Returns the operating system's status of an open file.
  public func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    make(.status) { _ in real.status(of: descriptor, &status) }
  }

  /// Returns the operating system's status of a path, without following a symbolic link.
  public func status(of path: String, _ status: inout stat) -> Int32 {
    make(.status) { _ in real.status(of: path, &status) }
  }

  public func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    make(.truncate) { _ in real.truncateFile(descriptor, to: size) }
  }

  public func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 {
    make(.setMode) { _ in real.setMode(of: descriptor, mode) }
  }

  public func synchronizeFile(_ descriptor: Int32) -> Int32 {
    make(.synchronize) { _ in real.synchronizeFile(descriptor) }
  }

  public func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    make(.lock) { _ in real.lockFile(descriptor, operation) }
  }

  public func renameFile(_ path: String, to other: String) -> Int32 {
    make(.rename) { _ in real.renameFile(path, to: other) }
  }

  public func removeFile(_ path: String) -> Int32 {
    make(.remove) { _ in real.removeFile(path) }
  }
}

/// A file system on which files can't be locked, as on some network file systems.
public struct LocklessFiles: ForwardingFiles {
  /// Creates a file system on which files can't be locked.
  public init() {}

  public func verdict(on call: FileCall) -> FileCall.Verdict {
    call == .lock ? .fail(ENOLCK) : .carryOut
  }
}
