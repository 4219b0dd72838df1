import Reprise

struct Condition: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String
  /// ACTIVE, RECURRENCE, RELAPSE, INACTIVE, REMISSION, RESOLVED or HISTORY_OF.
  let status: String?
  /// PROVISIONAL or CONFIRMED.
  let verification: String?
  /// A recorded day, which is the same in every time zone.
  let begin: DateOrTime?
  let end: CalendarDate?
  let isVoided: Bool

  var onset: CalendarDate? { begin?.day }

  /// Servers accept dates in the future.
  func isToCome(at now: Timestamp, in zone: Zone) -> Bool {
    begin?.isFuture(at: now, in: zone) ?? false
  }

  func isActive(at now: Timestamp, in zone: Zone) -> Bool {
    isActive && !isToCome(at: now, in: zone)
  }

  func beginText(at now: Timestamp, in zone: Zone) -> String? {
    onset.map { "\(isToCome(at: now, in: zone) ? "begins" : "since") \($0.text)" }
  }

  var statusText: String { status?.lowercased().replacing("_", with: " ") ?? "unknown" }

  /// "relapse, provisional"; empty for an active and confirmed condition.
  var remarks: String {
    let parts = [
      status?.uppercased() == "ACTIVE" ? nil : status == nil ? "status unknown" : statusText,
      verification.flatMap { $0.uppercased() == "CONFIRMED" ? nil : $0.lowercased() },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  static let noneOrUnasked =
    "None, or not supported: before REST services 2.39 the server always says none."

  /// As in HibernateConditionDAO.getActiveConditions.
  var isActive: Bool {
    guard let status else { return end == nil }
    return ["ACTIVE", "RECURRENCE", "RELAPSE"].contains(status.uppercased())
  }
}

extension Condition {
  init(_ json: JSON) throws(Unreadable) {
    let condition = json["condition"]
    self.init(
      id: try ResourceID(of: json, under: "uuid"),
      name: condition?.text("nonCoded") ?? Reference(condition?["coded"])?.name
        ?? json.text("display") ?? "a condition without a name",
      status: json.text("clinicalStatus"), verification: json.text("verificationStatus"),
      begin: DateOrTime(day: json.text("onsetDate")), end: json.day("endDate"),
      isVoided: json["voided"]?.bool ?? false)
  }
}
