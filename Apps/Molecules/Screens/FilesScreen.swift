import Reprise

/// The list of several files that were opened together.
@MainActor func filesScreen(_ files: [FileID], _ viewer: Viewer) -> any Screen {
  var seen: Set<String> = []
  let files = files.filter { seen.insert($0.path).inserted }
  return ListController(
    title: files.count.counted(("file", "files")), columns: FileRow.columns(isRecent: false),
    id: \.path,
    options: {
      $0.emptyText = "No files."
      $0.actions = [FileRow.openWith]
    },
    source: { load in
      let rows = await fileRows(files, zone: viewer.zone)
      load.show(ListContent(rows: rows, noun: ("file", "files")))
    },
    open: { row, navigator in navigator.push(Target.route(row)) })
}

/// Examines the files off the main thread.
private func fileRows(_ files: [FileID], zone: Zone) async -> [FileRow] {
  files.map { FileRow(path: $0.path, isRecent: false, zone: zone) }
}

extension FileRow {
  @MainActor static let openWith = RowAction<FileRow>(
    "O", label: "open with", help: "Open the file with another program"
  ) { row, navigator in
    guard row.size != nil else {
      return navigator.notify(
        row.isDirectory
          ? "A folder can't be opened with another program."
          : row.isUnreadable ? "It can't be read." : "It is gone.")
    }
    navigator.push(Route.openFileWith(FileID(row.path)))
  }
}

@MainActor func directoryScreen(_ path: String, _ viewer: Viewer) -> any Screen {
  ListController(
    title: FileID(path: path, stamp: "").name, columns: FileRow.columns(isRecent: false),
    id: \.path,
    options: {
      $0.emptyText = "No molfiles, SDfiles, RXN, RD, SketchEl, DataSheet or CDX files."
      $0.actions = [FileRow.openWith]
    },
    source: { load in
      let listing = try await DirectoryListing(ofDirectory: path, zone: viewer.zone)
      viewer.note(path)
      let notes = [listing.note, viewer.recentProblem].compactMap(\.self)
      load.show(
        ListContent(
          rows: listing.rows, summary: listing.summary,
          note: notes.isEmpty ? nil : notes.joined(separator: " ")))
    },
    open: { row, navigator in navigator.push(Target.route(row)) })
}
