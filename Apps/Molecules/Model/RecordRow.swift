import Chemistry
import Reprise

struct RecordRow: Hashable, Sendable {
  let id: String
  let record: RecordID
  let number: Int
  let name: String
  let kind: String
  let formula: String
  /// The average mass in daltons; `nil` for a reaction.
  let mass: Double?
  let massText: String
  /// The texts of the catalog's fields, in its order; empty for a missing field.
  let fields: [String]
  let problemCount: Int
  /// The filter matches this in addition to the columns.
  let searchText: String
  /// The whole record, for exports; `nil` in the list of a large file.
  let whole: Record?

  /// `id` is unique in the list: the fingerprint, with the number if not all rows are known.
  init(
    _ record: Record, number: Int, fingerprint: String, id: String, catalog: FieldCatalog,
    retainsRecord: Bool
  ) {
    self.id = id
    self.number = number
    name = record.name
    self.record = RecordID(number: number, fingerprint: fingerprint, name: record.name)
    kind = record.kind
    formula = record.formula
    mass = record.molecule?.averageMass
    massText = mass.map { $0.fixed(2) } ?? ""
    // A record can have a hundred thousand fields, so a linear search would be too slow.
    let named = Dictionary(record.fields.map { ($0.name, $0) }) { first, _ in first }
    fields = catalog.entries.map { named[$0.name].map(RecordRow.text) ?? "" }
    problemCount = record.problems.totalCount
    searchText = record.searchText
    whole = retainsRecord ? record : nil
  }

  var mark: Mark {
    switch kind {
    case "unreadable": Mark("✕", .bad)
    default: problemCount > 0 ? Mark("!", .warning) : Mark(" ", .text)
    }
  }

  /// The number column is wide enough for `count`: the user types numbers to go to a record.
  static func columns(_ catalog: FieldCatalog, count: Int = 0) -> [Column<RecordRow>] {
    standardColumns(numberWidth: max(3, min(9, String(count).utf8.count)))
      + catalog.entries.indices.map { column(of: catalog.entries[$0], at: $0) }
  }

  private static func standardColumns(numberWidth: Int) -> [Column<RecordRow>] {
    [
      Column(
        "number", heading: "NO", width: .flexible(numberWidth...9, share: 0), isNumeric: true,
        text: { String($0.number) }, sortKey: { .number($0.number) }),
      Column(
        "name", heading: "NAME", width: .flexible(12...60, ideal: 20, share: 2),
        text: { $0.name }),
      Column(
        "formula", heading: "FORMULA", width: .flexible(10...48, ideal: 14),
        text: { $0.formula }),
      Column(
        "mass", heading: "MASS", width: .fixed(9), isNumeric: true, text: { $0.massText },
        sortKey: { row in row.mass.map { .number(Int(clamping: $0 * 10_000)) } ?? .nothing }),
    ]
  }

  private static func column(
    of entry: FieldCatalog.Entry, at index: Int
  ) -> Column<RecordRow> {
    Column(
      entry.columnID, heading: entry.name, width: .flexible(6...40, ideal: 12),
      isNumeric: entry.isNumeric, text: { $0.field(index) },
      sortKey: { row in
        let text = row.field(index)
        guard entry.isNumeric else { return .text(text) }
        return Double(text.trimmed).map { .number($0.ordinal) } ?? .nothing
      })
  }

  /// A list has columns only for the fields at the file's beginning.
  static func otherColumns(
    _ rows: [RecordRow], than columns: [Column<RecordRow>]
  ) -> [Column<RecordRow>] {
    let known = Set(columns.map(\.id))
    return FieldCatalog(rows.lazy.compactMap(\.whole), limit: .max).entries
      .filter { !known.contains($0.columnID) }
      .map { entry in
        Column(entry.columnID, heading: entry.name, width: .fixed(12)) { row in
          row.whole?[entry.name].map { RecordRow.text(of: $0) } ?? ""
        }
      }
  }

  private static func text(of field: Chemistry.Field) -> String {
    field.text.split(separator: "\n").joined(separator: " ")
  }

  private func field(_ index: Int) -> String {
    fields.indices.contains(index) ? fields[index] : ""
  }

  /// Returns the fingerprint in a row's id, the part with sixteen digits. Numbers are shorter.
  @Sendable static func fingerprint(ofID id: String) -> String {
    id.split(separator: "-").first { $0.utf8.count == 16 }.map { String($0) } ?? id
  }

  static func hiddenColumns(_ catalog: FieldCatalog) -> [String] {
    catalog.entries.dropFirst(FieldCatalog.shownCount).map(\.columnID)
  }

  /// Runs off the main thread. If `isWhole`, these are all rows, and their ids depend on the
  /// content alone, not on the position.
  static func rows(
    of file: ChemicalFile, _ range: Range<Int>, catalog: FieldCatalog, isWhole: Bool
  ) async throws -> [RecordRow] {
    var uses: [String: Int] = [:]
    return try range.clamped(to: 0..<file.count).map { index in
      try Task.checkCancellation()
      let record = try file.record(index)
      let fingerprint = Fingerprint(record).text
      uses[fingerprint, default: 0] += 1
      let use = uses[fingerprint] ?? 1
      let id =
        isWhole ? (use > 1 ? "\(fingerprint)-\(use)" : fingerprint) : "\(index + 1)-\(fingerprint)"
      return RecordRow(
        record, number: index + 1, fingerprint: fingerprint, id: id, catalog: catalog,
        retainsRecord: isWhole)
    }
  }
}

extension Record {
  fileprivate var searchText: String {
    let comments = [molecule?.comment ?? reaction?.comment].compactMap(\.self)
    let components = reaction?.components.map(\.title) ?? []
    return (fields.map(\.text) + comments + components).joined(separator: "\n")
  }
}

extension Int {
  /// The nearest integer, clamped so that additions can't overflow; 0 for NaN and infinity.
  init(clamping value: Double) {
    self = value.isFinite ? Int(Swift.max(-4e18, Swift.min(4e18, value)).rounded()) : 0
  }
}

extension Double {
  /// An integer that sorts like the number, even for very small values such as 2e-9.
  fileprivate var ordinal: Int {
    let bits = Int64(bitPattern: bitPattern)
    return Int(bits < 0 ? Int64.min &- bits : bits)
  }
}
