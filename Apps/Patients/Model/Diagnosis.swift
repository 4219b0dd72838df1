import Reprise

/// What an encounter found a patient to have.
struct Diagnosis: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String
  /// 1 is the primary one.
  let rank: Int?
  /// CONFIRMED or PROVISIONAL.
  let certainty: String?

  /// "confirmed, primary".
  var remarks: String {
    [certainty?.lowercased(), rank == 1 ? "primary" : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// "Severe pre-eclampsia (confirmed, primary)".
  var title: String { remarks.isEmpty ? name : "\(name) (\(remarks))" }
}

extension Diagnosis {
  /// Those of an encounter, the primary ones first; what was voided is left out.
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
