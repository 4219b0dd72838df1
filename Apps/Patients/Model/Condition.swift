import Reprise

/// An illness, or a finding that stays.
struct Condition: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String
  /// ACTIVE, INACTIVE, HISTORY_OF.
  let status: String?
  /// PROVISIONAL or CONFIRMED.
  let verification: String?
  let onset: Timestamp?
  let end: Timestamp?

  /// "history of".
  var statusWord: String { status?.lowercased().replacing("_", with: " ") ?? "unknown" }

  var isActive: Bool { status?.uppercased() == "ACTIVE" || (status == nil && end == nil) }
}

extension Condition {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    let condition = json["condition"]
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      name: condition?.text("nonCoded") ?? Reference(condition?["coded"])?.name
        ?? json.text("display") ?? "a condition without a name",
      status: json.text("clinicalStatus"), verification: json.text("verificationStatus"),
      onset: json.moment("onsetDate"), end: json.moment("endDate"))
  }
}
