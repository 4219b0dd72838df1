import Reprise

/// A part of the summary: the current rows, and a sentence about the number of others.
struct SummaryPart: Sendable {
  let rows: [DetailRow]
  /// The sentence about other rows: "1 begins later, see Medications."; `nil` if there are none.
  let others: String?
  let note: String?

  init(_ rows: [DetailRow], note: String? = nil) {
    self.rows = rows
    others = nil
    self.note = note
  }

  /// Creates a part with the current rows of a section. Past rows are counted only if there are no
  /// current ones, future rows always.
  init(
    _ rows: [DetailRow], of kind: String, in section: String, earlier: Int, later: Int = 0,
    note: String?
  ) {
    self.rows = rows
    self.note = note
    var counts: [String] = []
    if rows.isEmpty, earlier > 0 { counts.append("\(earlier) earlier") }
    if later > 0 { counts.append("\(later) \(later == 1 ? "begins" : "begin") later") }
    let clause = counts.isEmpty ? nil : counts.joined(separator: ", ") + ", see \(section)."
    others = clause.map { rows.isEmpty ? "None \(kind); \($0)" : $0 }
  }

  var isEmpty: Bool { rows.isEmpty && others == nil && note == nil }

  /// Returns the rows, followed by the sentences. For a deleted record the server returns no
  /// entries, which doesn't mean that there were none.
  func allRows(of name: String, isDeleted: Bool) -> [DetailRow] {
    var rows = rows
    if let others { rows.append(.text(id: "other \(name)", others)) }
    if let note { rows.append(.text(id: "skipped \(name)", note, role: .warning)) }
    let none = isDeleted ? "Not shown: deleted with the record." : "None recorded."
    return rows.isEmpty ? [.text(id: "no \(name)", none)] : rows
  }
}
