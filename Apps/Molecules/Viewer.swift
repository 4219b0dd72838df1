import Chemistry
import Documents
import FoundationEssentials
import Glibc
import Reprise

/// The state of one run: the target of the command line, and the files that its screens show.
@MainActor final class Viewer {
  let library: FileLibrary
  let recent: RecentFiles
  let zone: Zone
  /// The user's working directory, where exports are written.
  let directory: String
  let opener: DocumentOpener
  /// Whether structures are drawn in ASCII unless the user switches to dots.
  let isASCII: Bool
  private let time: WallClock
  private let target: Target
  /// Retains the piped document's temporary file.
  private let received: Received?
  private var noted: Set<String> = []
  /// A sentence for the lists, if the recent files were damaged or couldn't be written.
  private(set) var recentProblem: String?
  /// The last results of `find`. The sections of a screen all request the same record.
  private var found: [(key: String, record: FoundRecord)] = []

  init(
    library: FileLibrary = FileLibrary(), recent: RecentFiles = RecentFiles(file: nil),
    received: Received? = nil, target: Target = Target(), opener: DocumentOpener? = nil,
    isASCII: Bool = false, zone: Zone = .local, time: WallClock = .system,
    directory: String = FileManager.default.currentDirectoryPath
  ) {
    self.library = library
    self.recent = recent
    self.received = received
    self.target = target
    self.opener =
      opener
      ?? DocumentOpener(
        OpenWith(of: "molecules", environment: [:]), savingChangesIn: directory,
        savesChoices: false)
    self.isASCII = isASCII
    self.zone = zone
    self.time = time
    self.directory = directory
  }

  var application: Application<Route> {
    var application = Application<Route>(
      "molecules", title: "Molecules", version: Molecules.version, root: .start,
      deepLink: target.opening, initialRoutes: target.home, screen: screen)
    application.alternativeInitialRoutes = target.alternativeInitialRoutes
    return application
  }

  private func screen(_ route: Route) -> any Screen {
    switch route {
    case .start: startScreen(self)
    case .open: openScreen(self)
    case .folder(let path): directoryScreen(path, self)
    case .files(let files): filesScreen(files, self)
    case .records(let file): recordsScreen(file, self)
    case .record(let id, let file): recordScreen(id, file, self)
    case .goTo: goToScreen()
    case .source(let id, let file): sourceScreen(id, file, self)
    case .export(let id, let file): exportScreen(id, file, self)
    case .openWith(let id, let file):
      opener.programs { try await self.outgoing(id, of: file) }
    case .openFileWith(let file): opener.programs { try await self.outgoing(file) }
    }
  }

  /// Notes the file as recent, too. Throws `Chemistry.FormatError`.
  func open(_ file: FileID, say: @escaping @MainActor (String) -> Void = { _ in }) async throws
    -> ChemicalFile
  {
    let opened = try await library.open(file.path) { percent in
      Task { @MainActor in say("\(percent) % of the file") }
    }
    note(file.path)
    return opened
  }

  /// Moves a path to the front of the recent files, once per run.
  func note(_ path: String) {
    guard noted.insert(path).inserted else { return }
    do {
      recentProblem = try recent.note(path, at: time.now())
    } catch {
      // Retries when the next list is shown.
      noted.remove(path)
      recentProblem = "Recent files aren't saved: \(error.message)"
    }
  }

  /// Throws `RecordGone` or `Chemistry.FormatError`.
  func find(
    _ id: RecordID, of file: FileID, say: @escaping @MainActor (String) -> Void = { _ in }
  ) async throws -> FoundRecord {
    let opened = try await open(file, say: say)
    let key = "\(opened.stamp) \(id.number) \(id.fingerprint) \(id.name) \(file.path)"
    if let known = found.first(where: { $0.key == key }) { return known.record }
    let record = try await Viewer.find(id, in: opened, file.name)
    found.append((key, record))
    if found.count > 4 { found.removeFirst() }
    return record
  }

  /// A record for another program: its own text, or the whole file if the format isn't indexed.
  func outgoing(_ id: RecordID, of file: FileID) async throws -> OutgoingDocument {
    let found = try await find(id, of: file)
    let opened = try await open(file)
    let name =
      found.format.isIndexed ? RecordExport.stem(found.record.title) : file.contentName
    return OutgoingDocument(DocumentType(found.format), name: name) {
      let bytes = try opened.source(found.number - 1)
      // A record of an RDfile needs the file's header.
      guard found.format == .rdfile, !bytes.starts(with: "$RDFILE".utf8) else { return bytes }
      return Array("$RDFILE 1\n$DATM    01/01/70 00:00\n".utf8) + bytes
    }
  }

  /// Decompresses a compressed file, for programs that can't do that.
  func outgoing(_ file: FileID) async throws -> OutgoingDocument {
    if ChemicalFile.isPacked(file.path) {
      let opened = try await open(file)
      return OutgoingDocument(DocumentType(opened.format), name: file.contentName) {
        try opened.contents()
      }
    }
    let (type, path) = (try await Viewer.type(of: file.path), file.path)
    return OutgoingDocument(type, name: file.name) { try DocumentReader().read(path) }
  }

  nonisolated private static func type(of path: String) async throws -> DocumentType {
    let head = try DocumentReader().head(path)
    return try DocumentRegistry.chemistry.identify(head, fileName: path).type
  }

  nonisolated private static func find(
    _ id: RecordID, in file: ChemicalFile, _ name: String
  ) async throws -> FoundRecord {
    try file.find(id, in: name)
  }
}
