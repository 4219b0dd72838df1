import Core
import Foundation
import Synchronization

/// Files under numbers of their own, the lowest free one each, from 0 on: as for a process that was
/// started without standard input.
final class LowestDescriptors: FileSystem {
  private let system: any FileSystem
  private let opened = Mutex<[Int32: Int32]>([:])

  init(over system: any FileSystem = SystemFiles()) { self.system = system }

  /// The number of files that were opened and not closed.
  var openedCount: Int { opened.withLock { $0.count } }

  private func real(_ descriptor: Int32) -> Int32 { opened.withLock { $0[descriptor] ?? -1 } }

  func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let descriptor = system.openFile(path, flags, mode)
    guard descriptor >= 0 else { return descriptor }
    return opened.withLock { opened in
      var lowest: Int32 = 0
      while opened[lowest] != nil { lowest += 1 }
      opened[lowest] = descriptor
      return lowest
    }
  }

  func closeFile(_ descriptor: Int32) {
    system.closeFile(opened.withLock { $0.removeValue(forKey: descriptor) } ?? -1)
  }

  func readFile(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    system.readFile(real(descriptor), buffer, at: offset)
  }

  func writeFile(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int {
    system.writeFile(real(descriptor), buffer, at: offset)
  }

  func status(of descriptor: Int32, _ status: inout stat) -> Int32 {
    system.status(of: real(descriptor), &status)
  }

  func status(of path: String, _ status: inout stat) -> Int32 {
    system.status(of: path, &status)
  }

  func truncateFile(_ descriptor: Int32, to size: Int) -> Int32 {
    system.truncateFile(real(descriptor), to: size)
  }

  func setMode(of descriptor: Int32, _ mode: mode_t) -> Int32 {
    system.setMode(of: real(descriptor), mode)
  }

  func synchronizeFile(_ descriptor: Int32) -> Int32 {
    system.synchronizeFile(real(descriptor))
  }

  func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
    system.lockFile(real(descriptor), operation)
  }

  func renameFile(_ path: String, to other: String) -> Int32 {
    system.renameFile(path, to: other)
  }

  func removeFile(_ path: String) -> Int32 { system.removeFile(path) }
}
