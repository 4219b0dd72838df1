import Chemistry
import Depictions
import Reprise

/// A kind of file that a record can be exported to.
struct RecordExport: Hashable, Sendable {
  /// The format; `nil` for a picture in characters.
  let format: ChemicalFormat?
  let stem: String

  var title: String { format?.title ?? "Picture as text" }
  var ending: String { format?.extensions.first ?? "txt" }

  /// An unreadable SDfile entry can be exported to an SDfile only.
  static func all(for record: Record) -> [RecordExport] {
    let formats: [ChemicalFormat] =
      switch record.structure {
      case .molecule: [.molfile, .sdfile, .rdfile, .sketchEl, .dataSheet, .cdx]
      case .reaction: [.rxnfile, .rdfile, .dataSheet, .cdx]
      case .none: record.unread == nil ? [] : [.sdfile]
      }
    let stem = stem(record.title)
    let all: [ChemicalFormat?] = formats + (record.structure == .none ? [] : [nil])
    return all.map { RecordExport(format: $0, stem: stem) }
  }

  /// Returns a file name that is valid on every file system, without extension.
  static func stem(_ title: String) -> String {
    let safe = title.map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_+".contains(character))
        ? character : "-"
    }
    let name = String(safe).split(separator: "-").joined(separator: "-")
    return name.isEmpty ? "record" : String(name.prefix(60))
  }

  func written(_ record: Record) -> (bytes: [UInt8], problems: [FormatError]) {
    guard let format else {
      let picture = record.picture(Size(rows: 30, columns: 100), .braille)
      return (Array((picture + "\n").utf8), [])
    }
    let written = ChemicalDocument(format, records: [record]).written(as: format)
    return (written.bytes, written.problems)
  }
}

extension RecordExport {
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
        if let loss = written.problems.summary { export.record(loss: loss) }
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
        if let loss = losses.summary { export.record(loss: loss) }
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

  /// A DataSheet isn't among them, since its column types come first and depend on all records.
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
