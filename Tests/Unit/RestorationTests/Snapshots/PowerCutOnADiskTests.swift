import Foundation
import RepriseTesting
import Testing

@testable import Restoration

/// The same as `PowerCutTests`, with a file system of the kernel's own: what its disk holds at any
/// instant is what a power cut leaves.
@Suite struct PowerCutOnADiskTests {
  private func body(_ number: Int) -> [UInt8] {
    Array("\(number) ".utf8)
      + [UInt8](repeating: UInt8(ascii: "x"), count: [40, 3000, 20_000][number % 3])
  }

  private func number(of body: [UInt8]?) -> Int {
    guard let word = body?.prefix(while: { $0 != UInt8(ascii: " ") }) else { return -1 }
    return Int(String(decoding: word, as: UTF8.self)) ?? -1
  }

  /// The number of cuts. Each mounts a disk, which takes a fifth of a second.
  private static let rounds = Soak.count(10, of: 200)

  @Test(
    "A snapshot survives power cuts on a real file system",
    .enabled(if: CutDisk.isPermitted, "no loop device can be mounted here"))
  func whatWasSynchronizedComesBackFromWhateverTheDiskHeld() throws {
    let directory = try TemporaryDirectory()
    let disk = try CutDisk(in: directory)
    var generator = SplitMix64(seed: 7)
    let path = disk.path + "/main.snapshot"
    var file = SnapshotFile(path: path)
    _ = try file.load()
    var last = -1
    var synchronized = -1
    for round in 0..<Self.rounds {
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        last += 1
        try file.save(body(last))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          try file.flush()
          synchronized = last
        // The kernel writes when it likes; now and then it has just done so.
        case 1: try disk.synchronize()
        case 2:
          file = SnapshotFile(path: path)
          #expect(number(of: try file.load().body) == last)
        default: break
        }
      }
      let cut = try disk.cut()
      let after = SnapshotFile(path: cut.path + "/main.snapshot")
      let seen = number(of: try after.load().body)
      #expect(seen >= synchronized && seen <= last, "round \(round)")
      try after.save(body(last + 1))
      #expect(
        number(of: try SnapshotFile(path: after.path).load().body) == last + 1, "round \(round)")
    }
  }
}

/// A small ext4 on a loop device. Only root may have one, and not everywhere.
private final class CutDisk {
  let path: String
  private let image: String
  private let directory: TemporaryDirectory

  static let isPermitted: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    return (try? CutDisk(in: directory)) != nil
  }()

  /// A new one, empty.
  convenience init(in directory: TemporaryDirectory) throws {
    let image = directory.file("disk.img")
    try Self.run("truncate", "-s", "8M", image)
    // The journal is what makes names come in order.
    try Self.run("mkfs.ext4", "-q", "-F", "-J", "size=1", "-b", "1024", image)
    try self.init(image: image, in: directory)
  }

  private init(image: String, in directory: TemporaryDirectory) throws {
    self.image = image
    self.directory = directory
    path = directory.file("mounted-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Self.run("mount", "-o", "loop", image, path)
  }

  deinit {
    do {
      try Self.run("umount", "--lazy", path)
    } catch {
      print("\(path) stays mounted: \(error)")
    }
  }

  /// Another disk with what this one's holds at this instant, as if the power had failed.
  func cut() throws -> CutDisk {
    let copy = directory.file("cut-\(UUID().uuidString.prefix(8)).img")
    // It takes a moment, in which the copy for power cuts may be written: then it wasn't one instant.
    repeat {
      try Self.run("cp", "--sparse=always", image, copy)
    } while try !Self.succeeds("cmp", "-s", image, copy)
    return try CutDisk(image: copy, in: directory)
  }

  /// Has it hold all that was written so far.
  func synchronize() throws { try Self.run("sync", "-f", path) }

  private static func succeeds(_ words: String...) throws -> Bool {
    try started(words).exitCode == 0
  }

  private static func run(_ words: String...) throws {
    let run = try started(words)
    guard run.exitCode == 0 else {
      throw Problem(sentence: "\(words.joined(separator: " ")): \(run.errorText)")
    }
  }

  private static func started(_ words: [String]) throws -> ProgramRun {
    try ProgramRun(
      "/usr/bin/env", words,
      environment: SafeEnvironment.variables(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))
  }

  private struct Problem: Error {
    let sentence: String
  }
}
