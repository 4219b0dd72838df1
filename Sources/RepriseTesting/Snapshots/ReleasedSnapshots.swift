public import Foundation

/// The session files that releases of an application wrote: one for each screen and format, named for the screen.
public struct ReleasedSnapshots: Sendable {
  /// The folder with the files, in one folder for each format.
  public let directory: URL

  /// Finds the files in a folder and the folders within it.
  ///
  ///     ReleasedSnapshots(in: directory)
  public init(in directory: URL) { self.directory = directory }

  /// Finds the files in a folder of the package whose test is in this source file: `Tests/SomeTests/OldSnapshotsTests.swift`.
  ///
  ///     ReleasedSnapshots(inPackage: "Snapshots/Barn")
  public init(inPackage path: String, of source: String = #filePath) {
    let package = URL(fileURLWithPath: source)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    self.init(in: package.appendingPathComponent(path))
  }

  /// The files, sorted by their paths: one test case each. Throws if there are none, so that a folder that was renamed doesn't pass.
  public var files: [URL] {
    get throws {
      let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".snapshot") }.sorted()
      guard !names.isEmpty else { throw SnapshotNotOpened("there is no session file", directory) }
      return names.map { directory.appendingPathComponent($0) }
    }
  }

  /// The names of the screens that have a file.
  public var screens: Set<String> {
    get throws { Set(try files.map(Self.screen)) }
  }

  /// Returns the name of the screen that a file is of.
  public static func screen(of file: URL) -> String {
    file.deletingPathExtension().lastPathComponent
  }

  /// Has the file of a screen written in the present format, unless there is one: what a release wrote stays.
  ///
  /// A person runs the test that does this when a screen or the format is new, and looks at the files.
  @MainActor public func record(
    _ screen: String, format: String = "format-1", _ write: (_ path: String) async throws -> Void
  ) async throws {
    let directory = directory.appendingPathComponent(format)
    let file = directory.appendingPathComponent("\(screen).snapshot")
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try await write(file.path)
  }
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
