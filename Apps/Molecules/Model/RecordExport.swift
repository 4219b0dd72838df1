import Chemistry
import Depictions
import Reprise

/// A kind of file that a record can be exported to.
struct RecordExport: Hashable, Sendable {
  /// The format; `nil` for a picture in characters.
  let format: ChemicalFormat?
  /// The file name without its extension.
  let stem: String

  var title: String { format?.title ?? "Picture as text" }
  var ending: String { format?.extensions.first ?? "txt" }

  /// The formats that can hold the record's structure; for an unreadable SDfile entry, only SDfile.
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
    let words = String(safe).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "record" : String(words.prefix(60))
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
