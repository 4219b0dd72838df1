import Chemistry
import Foundation
import Reprise

/// One run of the viewer: what the command line asks for, and the files that its screens show.
@MainActor final class Viewer {
  let library: FileLibrary
  let recent: RecentFiles
  let zone: Zone
  /// The folder that the person is in: exports go there.
  let folder: String
  /// True if structures are drawn in ASCII until the person wants dots.
  let isASCII: Bool
  private let time: Timekeeper
  private let target: Target
  private var noted: Set<String> = []
  /// The records found last: each section of a screen asks for the same one.
  private var found: [(key: String, record: FoundRecord)] = []

  init(
    library: FileLibrary = FileLibrary(), recent: RecentFiles = RecentFiles(file: nil),
    target: Target = Target(), isASCII: Bool = false, zone: Zone = .local,
    time: Timekeeper = .system, folder: String = FileManager.default.currentDirectoryPath
  ) {
    self.library = library
    self.recent = recent
    self.target = target
    self.isASCII = isASCII
    self.zone = zone
    self.time = time
    self.folder = folder
  }

  var application: Application<Route> {
    Application(
      "molecules", title: "Molecules", version: Molecules.version, root: .start,
      opening: target.opening, home: target.home, screen: screen)
  }

  private func screen(_ route: Route) -> any Screen {
    switch route {
    case .start: startScreen(self)
    case .open: openScreen(self)
    case .folder(let path): folderScreen(path, self)
    case .records(let file): recordsScreen(file, self)
    case .record(let id, let file): recordScreen(id, file, self)
    case .source(let id, let file): sourceScreen(id, file, self)
    case .export(let id, let file): exportScreen(id, file, self)
    }
  }

  /// Opens a file, and puts it in front of the recent ones. Throws `Chemistry.Problem`.
  func open(_ file: FileID, say: @escaping @MainActor (String) -> Void = { _ in }) async throws
    -> ChemicalFile
  {
    let opened = try await library.open(file.path) { percent in
      Task { @MainActor in say("searched \(percent) % of the file for records") }
    }
    note(file.path)
    return opened
  }

  /// Puts a path in front of the recent ones, once in a run.
  func note(_ path: String) {
    guard noted.insert(path).inserted else { return }
    recent.note(path, at: time.now())
  }

  /// Finds a record. Throws `RecordGone` or `Chemistry.Problem`.
  func find(_ id: RecordID, of file: FileID) async throws -> FoundRecord {
    let opened = try await open(file)
    let key = "\(opened.stamp) \(id.number) \(id.fingerprint) \(id.name) \(file.path)"
    if let known = found.first(where: { $0.key == key }) { return known.record }
    let record = try await Viewer.find(id, in: opened, file.name)
    found.append((key, record))
    if found.count > 4 { found.removeFirst() }
    return record
  }

  nonisolated private static func find(
    _ id: RecordID, in file: ChemicalFile, _ name: String
  ) async throws -> FoundRecord {
    try file.find(id, in: name)
  }
}
