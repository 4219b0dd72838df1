import Foundation
import RepriseTesting

/// A pipe with a name, through which a script tells how far it is, and at whose end it and all that
/// it started have ended.
struct Fifo: Sendable {
  let directory: TemporaryDirectory
  var path: String { directory.file("fifo") }

  init() throws {
    directory = try TemporaryDirectory()
    guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Waits until somebody writes to it and says something, calls `then`, and waits until nobody has
  /// it open any more.
  func waitForWord(then: @escaping @Sendable () -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: the tasks' threads are few, and the program needs one.
      Thread { continuation.resume(with: Result { try read(then) }) }.start()
    }
  }

  private func read(_ then: () -> Void) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { close(file) }
    var byte: UInt8 = 0
    guard Foundation.read(file, &byte, 1) == 1 else { throw CocoaError(.fileReadUnknown) }
    then()
    while Foundation.read(file, &byte, 1) > 0 {}
  }
}
