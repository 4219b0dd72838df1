import Reprise

@MainActor func directoryScreen(_ path: String, _ viewer: Viewer) -> any Screen {
  ListController(
    title: FileID(path: path, stamp: "").name, columns: FileRow.columns(isRecent: false),
    id: \.path, emptyText: "No molfiles, SDfiles, RXN, RD, SketchEl, DataSheet or CDX files.",
    actions: [FileRow.openWith], loss: .gone,
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
