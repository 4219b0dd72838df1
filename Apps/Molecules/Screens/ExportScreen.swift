import Chemistry
import Reprise

/// The formats that a record can be exported to. Enter writes a new file in the working directory.
@MainActor func exportScreen(_ id: RecordID, _ file: FileID, _ viewer: Viewer) -> any Screen {
  ListController(
    title: "Export",
    columns: [
      Column<RecordExport>(
        "format", heading: "FORMAT", width: .flexible(12...24), text: { $0.title }),
      Column(
        "file", heading: "FILE", width: .flexible(12...60, share: 2),
        text: { "./\($0.stem).\($0.ending)" }),
    ],
    id: { $0.ending }, showsHeadings: false, isRefreshable: false, openLabel: "write",
    source: { load in
      let found = try await viewer.find(id, of: file, say: load.say)
      load.show(
        ListContent(rows: RecordExport.all(for: found.record), noun: ("format", "formats")))
    },
    open: { export, navigator in
      navigator.finish("export") { navigator in
        do {
          let found = try await viewer.find(id, of: file)
          let written = export.written(found.record)
          let path = try PrivateFile.create(
            "\(viewer.directory)/\(export.stem)", ending: export.ending, written.bytes)
          // Warnings come first, since the line is cut after a long path.
          let notes = [
            found.change ?? file.change, "Written to \(path).", written.problems.words,
          ]
          navigator.notify(notes.compactMap(\.self).joined(separator: " "))
        } catch {
          navigator.notify(StatusMessage(problem: "", error).text)
        }
      }
    })
}
