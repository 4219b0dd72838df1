public import Foundation

/// Returns the session files in a folder and the folders within it, sorted by their paths: one test case each.
///
/// Throws if there are none, so that a folder that was renamed doesn't pass.
public func releasedSnapshots(in folder: URL) throws -> [URL] {
  let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".snapshot") }.sorted()
  guard !names.isEmpty else { throw SnapshotNotOpened("there is no session file", folder) }
  return names.map { folder.appendingPathComponent($0) }
}

/// A session file that an application didn't open, or not all of it.
public struct SnapshotNotOpened: Error, CustomStringConvertible {
  /// The file.
  public let file: URL
  /// The reason, as a sentence.
  public let sentence: String

  init(_ sentence: String, _ file: URL) {
    self.sentence = sentence
    self.file = file
  }

  /// The file's path and the reason.
  public var description: String { "\(file.path): \(sentence)" }
}
