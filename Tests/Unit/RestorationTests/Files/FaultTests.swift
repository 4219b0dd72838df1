import Foundation
import RepriseTesting
import Restoration
import Testing

/// Every system call of a session's life goes wrong once, in every way. The promise holds at each:
/// what comes back is what was saved last, or what was being saved; never something older, never
/// nothing.
@Suite struct FaultTests {
  nonisolated static let faults: [FaultyFiles.Fault] = [
    .fail(ENOSPC), .fail(EDQUOT), .fail(EROFS), .fail(EIO), .fail(EINTR), .cut, .stop, .stopHalfway,
  ]

  /// What a session goes through: small bodies, one for which the file has to be made anew with
  /// larger slots, and the end.
  private static let bodies: [[UInt8]] =
    [10, 11, 900, 40_000, 30, 12].enumerated().map { number, size in
      Array(repeating: UInt8(ascii: "a") + UInt8(number), count: size)
    }

  /// A session in a folder of its own that holds the first body already.
  private func session() throws -> (directory: TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let path = directory.file("main.snapshot")
    let first = SnapshotFile(path: path)
    _ = try first.load()
    try first.save(Self.bodies[0])
    try first.flush()
    return (directory, path)
  }

  @Test("A snapshot file loses nothing at any failed system call", arguments: faults)
  func aSaveThatGoesWrongLosesNothing(_ fault: FaultyFiles.Fault) throws {
    var place = 0
    while true {
      let (directory, path) = try session()
      let files = FaultyFiles(fault, at: place)
      let (kept, tried) = live(through: files, path)
      guard files.hasHappened else { break }
      let stored = try SnapshotFile(path: path).load()
      let body = try #require(stored.body, "\(fault) at call \(place): nothing came back")
      #expect(
        body == Self.bodies[kept] || body == Self.bodies[tried], "\(fault) at call \(place)")
      _ = directory
      place += 1
    }
    // Loading, five saves and a flush make this many calls at least.
    #expect(place > 20)
  }

  @Test(
    "A snapshot file recovers from any failed system call",
    arguments: faults.filter { $0 != .stop && $0 != .stopHalfway })
  func whatFailsOnceGoesOnByItself(_ fault: FaultyFiles.Fault) throws {
    var place = 0
    while true {
      let (directory, path) = try session()
      let files = FaultyFiles(fault, at: place)
      _ = live(through: files, path)
      guard files.hasHappened else { break }
      // The next start finds a session that can be read and written.
      let next = SnapshotFile(path: path)
      _ = try next.load()
      try next.save(Array("after".utf8))
      try next.flush()
      #expect(try SnapshotFile(path: path).load().body == Array("after".utf8), "\(fault), \(place)")
      try FileManager.default.removeItem(atPath: path)
      #expect(try SnapshotFile(path: path).load().body == Array("after".utf8), "\(fault), \(place)")
      _ = directory
      place += 1
    }
  }

  /// Loads, saves and flushes as an application does; returns the newest body whose save returned,
  /// and the newest one tried.
  ///
  /// A save that failed is tried again with the next body, as at the next key.
  private func live(through files: FaultyFiles, _ path: String) -> (kept: Int, tried: Int) {
    let file = SnapshotFile(path: path, system: files)
    // An application that can't read its session doesn't save either.
    guard (try? file.load()) != nil else { return (0, 0) }
    var kept = 0
    var tried = 0
    for (number, body) in Self.bodies.enumerated().dropFirst() where !files.isStopped {
      tried = number
      if (try? file.save(body)) != nil { kept = number }
    }
    try? file.flush()
    return (kept, tried)
  }
}
