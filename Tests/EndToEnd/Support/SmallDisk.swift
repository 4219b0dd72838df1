import Foundation
import RepriseTesting

/// A disk of the test's own in a folder: it can be made read-only, and it is soon full. Only root
/// may have one.
final class SmallDisk {
  private let path: String
  /// Held, so that it isn't removed while the disk is in it.
  private let directory: TemporaryDirectory

  /// Whether this process may mount at all. It is tried, because containers forbid it even to root.
  static let isPermitted: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    return (try? SmallDisk("disk", in: directory)) != nil
  }()

  /// Mounts a disk for 256 KiB and 32 files under a name that isn't taken in a folder.
  init(_ name: String, in directory: TemporaryDirectory) throws {
    path = directory.file(name)
    self.directory = directory
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run(
      "mount", "-t", "tmpfs", "-o", "size=256k,nr_inodes=32,mode=700", "reprise-tests", path)
  }

  deinit {
    do {
      // Lazily: the program under test may still be ending.
      try Self.run("umount", "--lazy", path)
    } catch {
      print("\(path) stays mounted: \(error)")
    }
  }

  func makeReadOnly() throws { try Self.run("mount", "-o", "remount,ro", path) }

  func makeWritable() throws { try Self.run("mount", "-o", "remount,rw", path) }

  /// Fills what is left: no byte more, and no file.
  func fill() throws {
    try FileManager.default.createDirectory(atPath: filling, withIntermediateDirectories: false)
    let page = [UInt8](repeating: 1, count: 4096)
    var number = 0
    while true {
      let file = open("\(filling)/\(number)", O_WRONLY | O_CREAT, 0o600)
      guard file >= 0 else { break }
      defer { close(file) }
      while write(file, page, page.count) > 0 {}
      number += 1
    }
    guard errno == ENOSPC else { throw Problem(sentence: "the disk can't be filled") }
  }

  /// Makes room again.
  func empty() throws { try FileManager.default.removeItem(atPath: filling) }

  private var filling: String { path + "/filling" }

  private static func run(_ words: String...) throws {
    let run = try ProgramRun("/usr/bin/env", words, environment: SafeEnvironment.variables())
    guard run.exitCode == 0 else {
      throw Problem(sentence: "\(words.joined(separator: " ")): \(run.errorText)")
    }
  }

  private struct Problem: Error, CustomStringConvertible {
    let sentence: String
    var description: String { sentence }
  }
}
