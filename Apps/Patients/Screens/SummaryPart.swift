import Reprise

/// A part of the summary: the rows that count now, and a sentence about the others, so that nobody takes few rows for all there is.
struct SummaryPart: Sendable {
  let rows: [DetailRow]
  /// The sentence about the other rows: "1 begins later, see Medications."; nil if the rows are all.
  let others: String?
  /// The note about entries that couldn't be read.
  let note: String?

  init(_ rows: [DetailRow], note: String? = nil) {
    self.rows = rows
    others = nil
    self.note = note
  }

  /// Creates a part of the "current" rows of a record whose section has all of it. Rows that are over are counted if nothing is current,
  /// rows still to come always.
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

  /// True if there is nothing to show.
  var isEmpty: Bool { rows.isEmpty && others == nil && note == nil }

  /// Returns the rows, and sentences for those that are missing. The server shows nothing of a
  /// record that is deleted, whatever was in it.
  func allRows(of name: String, isDeleted: Bool) -> [DetailRow] {
    var rows = rows
    if let others { rows.append(.text(id: "other \(name)", others)) }
    if let note { rows.append(.text(id: "skipped \(name)", note, role: .warning)) }
    let none = isDeleted ? "Not shown: deleted with the record." : "None recorded."
    return rows.isEmpty ? [.text(id: "no \(name)", none)] : rows
  }
}
