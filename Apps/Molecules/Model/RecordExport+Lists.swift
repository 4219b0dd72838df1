import Chemistry
import Reprise

extension RecordExport {
  /// The formats for exporting the rows of a list, as they are filtered and sorted.
  static func exports(of file: FileID, to folder: String) -> ListExports<RecordRow> {
    @Sendable func text(_ rows: [RecordRow], _ format: ChemicalFormat) -> String {
      let document = ChemicalDocument(format, records: rows.compactMap(\.whole))
      return ChemicalFile.text(of: document.written(as: format).bytes)
    }
    return ListExports(
      folder: folder, fileName: stem(of: file),
      formats: [
        .init("SDF") { text($0, .sdfile) }, .init("RDF") { text($0, .rdfile) },
        .init("DS") { text($0, .dataSheet) },
        .init("CSV") { selection, export in
          let rows = selection.rows ?? []
          try export.write(CSV(rows, columns: selection.columns).text, rowCount: rows.count)
        },
        .init("JSON") { rows in
          JSON.array(rows.compactMap { row in row.whole.map { JSON($0, row.number) } }).indented
            + "\n"
        },
      ])
  }

  /// The formats for exporting the records of a large file, one after the other: a DataSheet, which says first what types its columns have,
  /// isn't among them.
  @MainActor static func longExports(
    of file: FileID, _ viewer: Viewer
  ) -> ListExports<RecordRow> {
    let library = viewer.library
    @Sendable func format(_ name: String, _ kind: RecordStream.Kind)
      -> ListExports<RecordRow>.Format
    {
      .init(name) { selection, export in
        let stream = RecordStream(
          file: try await library.open(file.path), catalog: await library.catalog(of: file.path))
        try await stream.write(kind, selection, into: export)
      }
    }
    return ListExports(
      folder: viewer.folder, fileName: stem(of: file),
      formats: [
        format("SDF", .sdfile), format("RDF", .rdfile), format("CSV", .csv), format("JSON", .json),
      ])
  }

  private static func stem(of file: FileID) -> String {
    stem(file.name.split(separator: ".").first.map { String($0) } ?? "records") + "-export"
  }
}
