import Documents
import Foundation
import Reprise
import RepriseTesting

@testable import Molecules

/// A folder with the samples, and the viewers that show them.
@MainActor final class SampleDirectory {
  let directory: TemporaryDirectory
  /// The folder for what is exported and kept.
  let home: TemporaryDirectory
  /// The command of the editor.
  var editor = "true"
  /// The folder for copies that a program has changed.
  lazy var kept = home.path

  init() throws {
    directory = try TemporaryDirectory()
    home = try TemporaryDirectory()
    try write("drugs.sdf", Samples.drugs)
    try write("aspirin.mol", Samples.aspirin)
    try write("cubane.mol", Samples.cubane)
    try write("esterification.rxn", Samples.esterification)
    try write("notes.txt", "No structures.\n")
  }

  /// Writes a file whose time never changes, unless it is to be another one.
  func write(_ name: String, _ text: String, at timestamp: Int = 1_763_812_800) throws {
    try directory.write(name, text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(timestamp))],
      ofItemAtPath: directory.file(name))
  }

  func path(_ name: String) -> String { name.isEmpty ? directory.path : directory.file(name) }

  /// A viewer that the operand was given to; it keeps its recent files.
  func viewer(_ operand: String? = nil, isASCII: Bool = false) -> Viewer {
    Viewer(
      library: FileLibrary(indexes: IndexDirectory(in: PrivateDirectory(home.path))),
      recent: RecentFiles(file: PrivateFile(home.file("recent.json"))),
      target: Target(operand, directory: directory.path),
      opener: DocumentOpener(
        OpenWith(of: "molecules", environment: environment), savingChangesIn: kept),
      isASCII: isASCII, zone: .utc,
      time: TestClock(at: 1_763_816_400).wallClock, directory: home.path)
  }

  /// The environment of programs that a viewer opens documents with: this home, and an editor and a
  /// pager that do nothing.
  var environment: [String: String] {
    [
      "HOME": home.path, "XDG_STATE_HOME": home.file("state"), "TMPDIR": home.path,
      "XDG_DATA_DIRS": home.file("data"),
      "PATH": "/usr/bin:/bin", "EDITOR": editor, "PAGER": "true",
    ]
  }

  func session(
    _ operand: String? = nil, size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Route> {
    try await TestSession(self.viewer(operand).application, size: size, store: store)
  }
}
