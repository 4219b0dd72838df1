import Core
import Foundation
import RepriseTesting
import Synchronization

/// Files whose first call of a kind fails with a code. The next one is carried out.
final class FailingOnce: ForwardingFiles {
  struct Codes {
    var opening: Int32?
    var reading: Int32?
    var writing: Int32?
    var synchronizing: Int32?
    var locking: Int32?
    var renaming: Int32?
    var removing: Int32?
  }

  private let codes: Mutex<Codes>

  init(
    opening: Int32? = nil, reading: Int32? = nil, writing: Int32? = nil,
    synchronizing: Int32? = nil,
    locking: Int32? = nil, renaming: Int32? = nil, removing: Int32? = nil
  ) {
    codes = Mutex(
      Codes(
        opening: opening, reading: reading, writing: writing, synchronizing: synchronizing,
        locking: locking,
        renaming: renaming, removing: removing))
  }

  /// Returns true, with the code in `errno`, if a call of the kind is to fail.
  private func fails(_ kind: WritableKeyPath<Codes, Int32?>) -> Bool {
    guard let code = codes.withLock({ $0[keyPath: kind].take() }) else { return false }
    errno = code
    return true
  }

  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    fails(\.opening) ? -1 : SystemFiles().openFile(path, flags, mode)
  }

  func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    fails(\.reading) ? -1 : SystemFiles().readFile(descriptor, buffer, at: offset)
  }

  func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int {
    fails(\.writing) ? -1 : SystemFiles().writeFile(descriptor, buffer, at: offset)
  }

  func synchronizeFile(_ descriptor: Int32) -> Int32 {
    fails(\.synchronizing) ? -1 : SystemFiles().synchronizeFile(descriptor)
  }

  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    fails(\.locking) ? -1 : SystemFiles().lockFile(descriptor, operation)
  }

  func renameFile(_ path: String, to other: String) -> Int32 {
    fails(\.renaming) ? -1 : SystemFiles().renameFile(path, to: other)
  }

  func removeFile(_ path: String) -> Int32 {
    fails(\.removing) ? -1 : SystemFiles().removeFile(path)
  }
}
