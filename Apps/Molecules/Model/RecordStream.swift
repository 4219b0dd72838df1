import Chemistry
import Reprise

/// Exports the records of a large file one by one, in constant memory.
struct RecordStream: Sendable {
  /// The formats that can be written record by record.
  enum Kind: Sendable {
    case sdfile, rdfile, csv, json
  }

  let file: ChemicalFile
  /// The file as it was opened for the list.
  let listed: FileID
  let catalog: FieldCatalog
  /// The number of records between two progress messages.
  private static let stride = 2_000

  /// In the list's order, or the file's if not all records are in memory.
  func write(
    _ kind: Kind, _ selection: ExportSelection<RecordRow>, into export: ExportFile
  ) async throws {
    var text = RecordText(kind, selection.columns, catalog)
    try export.write(text.head)
    let selected = selection.rows?.map(\.record)
    let numbers = selected?.map(\.number)
    let count = numbers?.count ?? file.count
    for index in 0..<count {
      if index % RecordStream.stride == 0 {
        try export.say("\(index.grouped) of \(count.grouped)")
        await Task.yield()
      }
      let number = numbers?[index] ?? index + 1
      let record = try file.record(number - 1)
      // If another program has inserted a record, the number now refers to another one.
      if let wanted = selected?[index], Fingerprint(record).text != wanted.fingerprint {
        throw FormatError(
          .whole, "The file has changed since it was listed.",
          advice: "Press r, then export again.")
      }
      let row = RecordRow(
        record, number: number, fingerprint: "", id: "", catalog: catalog, retainsRecord: false)
      guard numbers != nil || selection.includes(row) else { continue }
      try export.write(text.next(record, row), rowCount: 1)
    }
    try export.write(text.end)
    // Records from the list were verified by fingerprint; others are exported as they are now.
    let losses = [numbers == nil ? listed.change : nil, text.losses].compactMap(\.self)
    if !losses.isEmpty { export.record(loss: losses.joined(separator: " ")) }
  }
}

/// Formats records one by one.
private struct RecordText {
  private let kind: RecordStream.Kind
  private let columns: [Column<RecordRow>]
  private var structures = SDfileWriter()
  private var reactions = RDfileWriter()
  /// The losses of the format; `nil` if it has none, or if `tableLosses` counts them.
  private var formatLosses: RecordLosses?
  private var tableLosses: CSVLosses
  private var isFirst = true
  private let headings: String

  init(_ kind: RecordStream.Kind, _ columns: [Column<RecordRow>], _ catalog: FieldCatalog) {
    self.kind = kind
    self.columns = columns
    // The headings are written before all records are read, so later fields have no column.
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

  var losses: String? {
    switch kind {
    case .sdfile, .rdfile:
      ((formatLosses?.problems ?? []) + structures.problems + reactions.problems).summary
    case .csv: tableLosses.summary
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

/// Collects the fields that a CSV table can't hold, record by record.
struct CSVLosses {
  /// The names of the fields with columns; `nil` if all fields have one.
  private let known: Set<String>?
  private var late: String?
  private var repeated: (field: String, record: String)?

  init(known: Set<String>? = nil) { self.known = known }

  mutating func note(_ record: Record) {
    if let known, late == nil {
      late = record.fields.first { !known.contains($0.name) }?.name
    }
    guard repeated == nil else { return }
    var names: Set<String> = []
    repeated = record.fields.first { !names.insert($0.name).inserted }
      .map { ($0.name, record.title) }
  }

  var summary: String? {
    let sentences = [
      repeated.map { field, record in
        "Of fields that a record has more than once, as “\(field)”"
          + (record.isEmpty ? "" : " of “\(record)”") + ", the first is written; JSON has all."
      },
      late.map {
        "Fields that aren't at the beginning of the file, as “\($0)”, are left out; "
          + "molecules list --csv has them."
      },
    ].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
