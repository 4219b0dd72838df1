public import Foundation

/// The session files written by an application's releases: one per screen and format.
public struct ReleasedSnapshots: Sendable {
  /// The directory with the files, in one subdirectory per format.
  public let directory: URL

  /// Finds the files in a directory and its subdirectories.
  ///
  ///     ReleasedSnapshots(in: directory)
  public init(in directory: URL) { self.directory = directory }

  /// Finds the files in a directory of the package that contains the source file `source`, by
  /// default the calling one.
  ///
  ///     ReleasedSnapshots(inPackage: "Snapshots/Barn")
  public init(inPackage path: String, of source: String = #filePath) {
    var package = URL(fileURLWithPath: source).deletingLastPathComponent()
    while package.path.count > 1,
      !FileManager.default.fileExists(atPath: package.appendingPathComponent("Package.swift").path)
    {
      package.deleteLastPathComponent()
    }
    self.init(in: package.appendingPathComponent(path))
  }

  /// The session files, sorted by path. Use them as the arguments of a parameterized test. Throws
  /// an error if there are none.
  public var files: [URL] {
    get throws {
      let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".snapshot") }.sorted()
      guard !names.isEmpty else { throw SnapshotNotOpened("there is no session file", directory) }
      return names.map { directory.appendingPathComponent($0) }
    }
  }

  /// The names of the screens for which there is a session file.
  public var screens: Set<String> {
    get throws { Set(try files.map(Self.screen)) }
  }

  /// Returns the name of the screen that a session file contains, from the file's name.
  public static func screen(of file: URL) -> String {
    file.deletingPathExtension().lastPathComponent
  }

  /// Records a session file of a screen in the current format. An existing file is never
  /// overwritten, because a release may have written it.
  ///
  /// Run the test that calls this method manually when a screen or the format is new, and review
  /// the files.
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

/// The error if an application couldn't open a session file completely.
public struct SnapshotNotOpened: Error, CustomStringConvertible {
  /// The session file that couldn't be opened completely.
  public let file: URL
  /// A sentence with the reason why the file couldn't be opened completely.
  public let sentence: String

  init(_ sentence: String, _ file: URL) {
    self.sentence = sentence
    self.file = file
  }

  /// The file's path and the reason.
  public var description: String { "\(file.path): \(sentence)" }
}
