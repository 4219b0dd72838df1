import Chemistry
import Foundation
import Reprise

/// A record of a file as the routes of sessions have it: its place, and what it is known by should it have moved.
struct RecordID: Codable, Hashable, Sendable {
  /// Counted from 1, as the screen shows it.
  let number: Int
  /// The fingerprint of its content; empty where only the number is known, as on a command line.
  let fingerprint: String
  /// Its name; empty if it has none.
  let name: String

  init(number: Int, fingerprint: String = "", name: String = "") {
    self.number = number
    self.fingerprint = fingerprint
    self.name = name
  }

  /// A record that a person names by its number: what it is known by is looked up, unless the file is too large to be read first.
  init(_ number: Int, in file: FileID) {
    let isSmall = FileStamp(path: file.path).map { $0.byteCount <= RecordID.lookedUp } ?? false
    guard number > 0, isSmall, !ChemicalFile.isPacked(file.path),
      let record = try? ChemicalFile(path: file.path).record(number - 1)
    else {
      self.init(number: number)
      return
    }
    self.init(number: number, fingerprint: Fingerprint(record).text, name: record.name)
  }

  /// The largest file that is read for that, in bytes.
  private static let lookedUp = 1 << 20

  /// The name, or else the number in words.
  var title: String { name.isEmpty ? "Record \(number)" : name }
}

/// A record that was found by its id.
struct FoundRecord: Sendable {
  let record: Record
  /// Counted from 1.
  let number: Int
  let count: Int
  let format: ChemicalFormat
  /// The texts of a drawing that belong to none of its records.
  let texts: [String]
  /// A few words where it isn't what or where it was; nil if it is.
  let change: String?
}

/// A record that is no longer in its file.
struct RecordGone: SourceError, ExitCoded {
  let id: RecordID
  let file: String
  let count: Int
  /// The number of records that were looked at on both sides of its place, if those aren't all; nil otherwise.
  var searchText: Int?
  var dataStatus: Provenance.DataStatus { .deleted }
  var exitCode: ExitCode { .noInput }

  var errorDescription: String? {
    if id.fingerprint.isEmpty {
      return "There is no record \(id.number) in \(file); it has \(count)."
    }
    guard let searchText else { return "\(id.title) is no longer in \(file)." }
    return "\(id.title) is not among the \(searchText.grouped) records around its place in \(file)."
  }

  var recoverySuggestion: String? {
    id.fingerprint.isEmpty
      ? "Choose one of the records that it has."
      : "The file has \(count.counted(("record", "records"))) now. Go back to see them."
  }
}

extension ChemicalFile {
  /// The records that are looked at on both sides of the place where one was.
  private static let searchText = 5_000

  /// Finds a record: where it was, or wherever it has moved to; or what has its name now. Throws `RecordGone` or `Chemistry.FormatError`.
  func find(_ id: RecordID, in fileName: String) throws -> FoundRecord {
    // A number out of a session file may be anything.
    let place = min(max(0, id.number), count + 1) - 1
    let there = (0..<count).contains(place) ? try record(place) : nil
    func found(_ record: Record, _ place: Int, _ change: String? = nil) -> FoundRecord {
      FoundRecord(
        record: record, number: place + 1, count: count, format: format,
        texts: document?.texts ?? [], change: change)
    }
    if let there, id.fingerprint.isEmpty || Fingerprint(there).text == id.fingerprint {
      return found(there, place)
    }
    guard !id.fingerprint.isEmpty else { throw RecordGone(id: id, file: fileName, count: count) }
    var named: (record: Record, place: Int)?
    for distance in 0...ChemicalFile.searchText {
      for place in Set([place - distance, place + distance]) where (0..<count).contains(place) {
        guard let record = try? record(place) else { continue }
        if Fingerprint(record).text == id.fingerprint {
          return found(record, place, "was record \(id.number)")
        }
        if named == nil, !id.name.isEmpty, record.name == id.name { named = (record, place) }
      }
      if place - distance < 0, place + distance >= count { break }
    }
    if let named { return found(named.record, named.place, "changed since it was opened") }
    // One that has no name, where one without a name was, is most likely that.
    if let there, id.name.isEmpty, there.name.isEmpty {
      return found(there, place, "changed since it was opened, or another record")
    }
    let isWhole = place <= ChemicalFile.searchText && count - 1 - place <= ChemicalFile.searchText
    throw RecordGone(
      id: id, file: fileName, count: count, searchText: isWhole ? nil : ChemicalFile.searchText)
  }
}
