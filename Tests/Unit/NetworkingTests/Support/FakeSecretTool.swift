import Foundation
import RepriseTesting

/// A `secret-tool` of the tests' own, first in its PATH: it keeps passwords in a folder, and notes
/// how it was called.
///
/// The program is the file `secret-tool` beside this one, and not written by the test: what is
/// written can't be run while a program that another test starts just then still has it open ("text
/// file busy").
struct FakeSecretTool {
  let directory: TemporaryDirectory
  var environment: [String: String] {
    ["PATH": "/nonexistent:\(directory.path):/usr/bin:/bin", "FOLDER": directory.path]
  }

  /// One that works, or one that does what a script says.
  init(in directory: TemporaryDirectory, _ script: String? = nil) throws {
    self.directory = directory
    if let script { try directory.write("script", script) }
    guard try !directory.files().contains("secret-tool") else { return }
    let support = URL(filePath: #filePath).deletingLastPathComponent()
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("secret-tool"),
      withDestinationPath: support.appending(path: "secret-tool").path)
  }

  /// What it was called with, a call after the other; empty if it never was.
  func calls() throws -> [[String]] {
    guard try directory.files().contains("arguments") else { return [] }
    return String(decoding: try directory.bytes("arguments"), as: UTF8.self)
      .components(separatedBy: "\n\n").dropLast().map { $0.components(separatedBy: "\n") }
  }

  /// The files in which a text stands.
  func files(with text: String) throws -> [String] {
    try directory.files().filter {
      String(decoding: try directory.bytes($0), as: UTF8.self).contains(text)
    }
  }
}
