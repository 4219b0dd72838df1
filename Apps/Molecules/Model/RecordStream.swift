import Chemistry
import Reprise

/// The records of a large file, read one after the other and written as they come, so that any number of them takes the same memory.
struct RecordStream: Sendable {
  /// The formats that can be written so.
  enum Kind: Sendable {
    case sdfile, rdfile, csv, json
  }

  let file: ChemicalFile
  /// The file as it was opened.
  let listed: FileID
  let catalog: FieldCatalog
  /// The records between two words about the progress.
  private static let stride = 2_000

  init(file: ChemicalFile, listed: FileID, catalog: FieldCatalog) {
    self.file = file
    self.listed = listed
    self.catalog = catalog
  }

  /// Writes those records that are selected, in the list's order; in the file's where the list doesn't have all of them in memory.
  func write(
    _ kind: Kind, _ selection: ExportSelection<RecordRow>, into export: ExportFile
  ) async throws {
    var text = RecordText(kind, selection.columns, catalog)
    try export.write(text.head)
    let selected = selection.rows?.map(\.record)
    let numbers = selected?.map(\.number)
    let count = numbers?.count ?? file.count
    for place in 0..<count {
      if place % RecordStream.stride == 0 {
        try export.say("\(place.grouped) of \(count.grouped)")
        await Task.yield()
      }
      let number = numbers?[place] ?? place + 1
      let record = try file.record(number - 1)
      // Where another program has put a record in front, the number is another one's by now.
      if let wanted = selected?[place], Fingerprint(record).text != wanted.fingerprint {
        throw FormatError(
          .whole, "The file has changed since it was listed.",
          advice: "Press r, then export again.")
      }
      let row = RecordRow(
        record, number: number, fingerprint: "", id: "", catalog: catalog, keepsRecord: false)
      guard numbers != nil || selection.includes(row) else { continue }
      try export.write(text.next(record, row), rowCount: 1)
    }
    try export.write(text.end)
    // Rows that the list has are told by their fingerprints; the others are written as the file has them now.
    let losses = [numbers == nil ? listed.change : nil, text.losses].compactMap(\.self)
    if !losses.isEmpty { export.tell(loss: losses.joined(separator: " ")) }
  }
}

/// The bytes of records in a format that needs no look ahead.
private struct RecordText {
  private let kind: RecordStream.Kind
  private let columns: [Column<RecordRow>]
  private var structures = SDfileWriter()
  private var reactions = RDfileWriter()
  /// The losses by the format; nil for one that has a record's every part, or says its own.
  private var formatLosses: RecordLosses?
  private var tableLosses: CSVLosses
  private var isFirst = true
  /// The line of headings.
  private let headings: String

  init(_ kind: RecordStream.Kind, _ columns: [Column<RecordRow>], _ catalog: FieldCatalog) {
    self.kind = kind
    self.columns = columns
    // The headings are written before all records are read.
    tableLosses = CSVLosses(known: Set(catalog.entries.map(\.name)))
    switch kind {
    case .sdfile: formatLosses = RecordLosses(as: .sdfile)
    case .rdfile: formatLosses = RecordLosses(as: .rdfile)
    case .csv, .json: formatLosses = nil
    }
    headings = CSV([RecordRow](), columns: columns).text
  }

  var head: String {
    switch kind {
    case .sdfile: ""
    case .rdfile: RDfileWriter.head()
    case .csv: headings
    case .json: "["
    }
  }

  /// The parts of the records so far that the format couldn't hold, in words; nil without any.
  var losses: String? {
    switch kind {
    case .sdfile, .rdfile:
      ((formatLosses?.problems ?? []) + structures.problems + reactions.problems).words
    case .csv: tableLosses.words
    case .json: nil
    }
  }

  var end: String { kind == .json ? "\n]\n" : "" }

  mutating func next(_ record: Record, _ row: RecordRow) -> [UInt8] {
    formatLosses?.note(record)
    switch kind {
    case .sdfile: return structures.bytes(of: record)
    case .rdfile: return Array(reactions.text(of: record).utf8)
    case .csv:
      tableLosses.note(record)
      return Array(CSV([row], columns: columns).text.dropFirst(headings.count).utf8)
    case .json:
      defer { isFirst = false }
      return Array(((isFirst ? "\n" : ",\n") + JSON(record, row.number).indented).utf8)
    }
  }
}
