import Foundation
import Reprise
import RepriseTesting

@testable import Molecules

/// A folder with the samples, and the viewers that show them.
@MainActor final class SampleFolder {
  let folder: TemporaryFolder
  /// The folder for what is exported and kept.
  let home: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    try write("drugs.sdf", Samples.drugs)
    try write("aspirin.mol", Samples.aspirin)
    try write("cubane.mol", Samples.cubane)
    try write("esterification.rxn", Samples.esterification)
    try write("notes.txt", "No structures.\n")
  }

  /// Writes a file whose time never changes, unless it is to be another one.
  func write(_ name: String, _ text: String, at moment: Int = 1_763_812_800) throws {
    try folder.write(name, text)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(moment))],
      ofItemAtPath: folder.file(name))
  }

  func path(_ name: String) -> String { name.isEmpty ? folder.path : folder.file(name) }

  /// A viewer that the operand was given to; it keeps its recent files.
  func viewer(_ operand: String? = nil, isASCII: Bool = false) -> Viewer {
    Viewer(
      library: FileLibrary(indexes: IndexFolder(in: PrivateFolder(home.path))),
      recent: RecentFiles(file: PrivateFile(home.file("recent.json"))),
      target: Target(operand, folder: folder.path), isASCII: isASCII, zone: .utc,
      time: ManualTime(at: 1_763_816_400).timekeeper, folder: home.path)
  }

  func session(
    _ operand: String? = nil, size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Route> {
    try await TestSession(viewer(operand).application, size: size, store: store)
  }
}
