import Reprise

/// A condition that was diagnosed in an encounter.
struct Diagnosis: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String
  /// The rank; 1 means primary.
  let rank: Int?
  /// The certainty: CONFIRMED or PROVISIONAL.
  let certainty: String?

  /// The certainty and rank for display: "confirmed, primary".
  var remarks: String {
    [certainty?.lowercased(), rank == 1 ? "primary" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The name with certainty and rank: "Severe pre-eclampsia (confirmed, primary)".
  var title: String { remarks.isEmpty ? name : "\(name) (\(remarks))" }
}

extension Diagnosis {
  /// Parses an encounter's diagnoses, the primary ones first. Omits voided ones.
  static func list(_ json: JSON?) -> [Diagnosis] {
    let entries = Entries((json?.array ?? []).filter { $0["voided"]?.bool != true }) {
      entry throws(Unreadable) in
      guard entry.members != nil else { throw .notAnObject(entry.kind) }
      return Diagnosis(
        id: try ResourceID(of: entry, under: "uuid"),
        name: entry.text("display") ?? "a diagnosis without a name",
        rank: entry.wholeNumber("rank"), certainty: entry.text("certainty"))
    }
    return entries.elements.sorted { ($0.rank ?? .max, $0.name) < ($1.rank ?? .max, $1.name) }
  }
}
