import Foundation
import RepriseTesting

/// A `secret-tool` of the tests' own, first in its PATH: it keeps passwords in a folder, and notes how it was called.
///
/// The program is the file `secret-tool` beside this one, and not written by the test: what is written can't be run
/// while a program that another test starts just then still has it open ("text file busy").
struct FakeSecretTool {
  let folder: TemporaryFolder
  var environment: [String: String] {
    ["PATH": "/nonexistent:\(folder.path):/usr/bin:/bin", "FOLDER": folder.path]
  }

  /// One that works, or one that does what a script says.
  init(in folder: TemporaryFolder, _ script: String? = nil) throws {
    self.folder = folder
    if let script { try folder.write("script", script) }
    guard try !folder.files().contains("secret-tool") else { return }
    let support = URL(filePath: #filePath).deletingLastPathComponent()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("secret-tool"),
      withDestinationPath: support.appending(path: "secret-tool").path)
  }

  /// What it was called with, a call after the other; empty if it never was.
  func calls() throws -> [[String]] {
    guard try folder.files().contains("arguments") else { return [] }
    return String(decoding: try folder.bytes("arguments"), as: UTF8.self)
      .components(separatedBy: "\n\n").dropLast().map { $0.components(separatedBy: "\n") }
  }

  /// The files in which a text stands.
  func files(with text: String) throws -> [String] {
    try folder.files().filter {
      String(decoding: try folder.bytes($0), as: UTF8.self).contains(text)
    }
  }
}
