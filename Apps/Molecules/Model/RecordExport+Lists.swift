import Chemistry
import Reprise

extension RecordExport {
  /// The formats for exporting the rows of a list, filtered and sorted as shown.
  @MainActor static func exports(of file: FileID, _ viewer: Viewer) -> ListExports<RecordRow> {
    let library = viewer.library
    @Sendable func format(_ name: String, _ kind: ChemicalFormat) -> ListExports<RecordRow>.Format {
      .init(name) { selection, export in
        // Starts from the opened document, to preserve a DataSheet's title, column types and
        // extensions, unless the file has changed.
        let opened = file.change == nil ? try? await library.open(file.path) : nil
        var document = opened?.document ?? ChemicalDocument(kind)
        let rows = selection.rows ?? []
        document.records = rows.compactMap(\.whole)
        let written = document.written(as: kind)
        try export.write(written.bytes, rowCount: written.count)
        if let words = written.problems.words { export.tell(loss: words) }
      }
    }
    @Sendable func csv(_ name: String, isForExcel: Bool) -> ListExports<RecordRow>.Format {
      .init(name, ending: "csv") { selection, export in
        let rows = selection.rows ?? []
        let columns = selection.columns + RecordRow.otherColumns(rows, than: selection.columns)
        let csv = CSV(rows, columns: columns, isForExcel: isForExcel)
        try export.write(csv.text, rowCount: rows.count)
        var losses = CSVLosses()
        for record in rows.lazy.compactMap(\.whole) { losses.note(record) }
        if let words = losses.words { export.tell(loss: words) }
      }
    }
    return ListExports(
      directory: viewer.directory, fileName: stem(of: file),
      formats: [
        format("SDF", .sdfile), format("RDF", .rdfile), format("DS", .dataSheet),
        csv("CSV", isForExcel: false), csv(CSV.nameForExcel, isForExcel: true),
        .json { row in row.whole.map { JSON($0, row.number) } },
      ])
  }

  /// The formats for exporting the records of a large file one by one. A DataSheet isn't among
  /// them, since its column types come first and depend on all records.
  @MainActor static func longExports(
    of file: FileID, _ viewer: Viewer
  ) -> ListExports<RecordRow> {
    let library = viewer.library
    @Sendable func format(
      _ name: String, ending: String? = nil, _ kind: RecordStream.Kind, isForExcel: Bool = false
    ) -> ListExports<RecordRow>.Format {
      .init(name, ending: ending) { selection, export in
        let stream = RecordStream(
          file: try await library.open(file.path), listed: file,
          catalog: await library.catalog(of: file.path))
        if isForExcel { try export.write(CSV.byteOrderMark) }
        try await stream.write(kind, selection, into: export)
      }
    }
    return ListExports(
      directory: viewer.directory, fileName: stem(of: file),
      formats: [
        format("SDF", .sdfile), format("RDF", .rdfile),
        format("CSV", .csv),
        format(CSV.nameForExcel, ending: "csv", .csv, isForExcel: true),
        format("JSON", .json),
      ])
  }

  private static func stem(of file: FileID) -> String {
    stem(file.name.split(separator: ".").first.map { String($0) } ?? "records") + "-export"
  }
}
