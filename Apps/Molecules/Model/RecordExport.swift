import Chemistry
import Depictions
import Reprise

/// A kind of file that a record can be written into.
struct RecordExport: Hashable, Sendable {
  /// Nil for a picture in characters.
  let format: ChemicalFormat?
  /// The file's name without its ending.
  let stem: String

  var title: String { format?.title ?? "Picture as text" }
  var ending: String { format?.extensions.first ?? "txt" }

  /// The kinds that can hold a record's structure.
  static func all(for record: Record) -> [RecordExport] {
    let formats: [ChemicalFormat] =
      switch record.structure {
      case .molecule: [.molfile, .sdfile, .rdfile, .sketchEl, .dataSheet, .cdx]
      case .reaction: [.rxnfile, .rdfile, .dataSheet, .cdx]
      case .none: []
      }
    let stem = stem(record.title)
    let all: [ChemicalFormat?] = formats + (formats.isEmpty ? [] : [nil])
    return all.map { RecordExport(format: $0, stem: stem) }
  }

  /// A name that every file system takes.
  static func stem(_ title: String) -> String {
    let safe = title.map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_+".contains(character))
        ? character : "-"
    }
    let words = String(safe).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "record" : String(words.prefix(60))
  }

  func written(_ record: Record) -> (bytes: [UInt8], problems: [Problem]) {
    guard let format else {
      let picture = record.picture(Size(rows: 30, columns: 100), .braille)
      return (Array((picture + "\n").utf8), [])
    }
    let written = ChemicalDocument(format, records: [record]).written(as: format)
    return (written.bytes, written.problems)
  }

  /// The formats for exporting the rows of a list, as they are filtered and sorted.
  static func exports(
    of file: FileID, _ columns: [Column<RecordRow>], to folder: String
  ) -> ListExports<RecordRow> {
    @Sendable func text(_ rows: [RecordRow], _ format: ChemicalFormat) -> String {
      let document = ChemicalDocument(format, records: rows.compactMap(\.whole))
      return ChemicalFile.text(of: document.written(as: format).bytes)
    }
    let name = file.name.split(separator: ".").first.map { String($0) } ?? "records"
    return ListExports(
      folder: folder, fileName: stem(name) + "-export",
      formats: [
        .init("SDF") { text($0, .sdfile) }, .init("RDF") { text($0, .rdfile) },
        .init("DS") { text($0, .dataSheet) },
        .init("CSV") { CSV($0, columns: columns).text },
        .init("JSON") { rows in
          JSON.array(rows.compactMap { row in row.whole.map { JSON($0, row.number) } }).indented
            + "\n"
        },
      ])
  }
}
