import Reprise

/// The folders and chemical files of a folder.
@MainActor func folderScreen(_ path: String, _ viewer: Viewer) -> any Screen {
  ListController(
    title: FileID(path: path, stamp: "").name, columns: FileRow.columns(isRecent: false),
    id: \.path, emptyText: "No molfiles, SDfiles, RXN, RD, SketchEl, DataSheet or CDX files.",
    actions: [FileRow.openWith], loss: .gone,
    source: { load in
      let (rows, others) = try await FileRow.rows(ofFolder: path, zone: viewer.zone)
      viewer.note(path)
      let files = rows.filter { !$0.isFolder }
      let summary = [
        files.count.counted(("file", "files")),
        rows.count == files.count
          ? nil : (rows.count - files.count).counted(("folder", "folders")),
        others == 0 ? nil : "\(others.grouped) of other kinds",
      ].compactMap(\.self).joined(separator: " · ")
      load.show(
        ListContent(
          rows: rows, summary: rows.isEmpty ? "" : summary, note: viewer.recentProblem))
    },
    open: { row, navigator in navigator.push(Target.route(row.path)) })
}
