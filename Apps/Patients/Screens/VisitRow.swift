import Reprise

/// A visit as lists show one.
struct VisitRow: Hashable, Sendable {
  let id: ResourceID
  let patientID: ResourceID?
  let patient: String
  let type: String
  let location: String
  let start: String
  /// "active" while it goes on.
  let stop: String
  let isActive: Bool
}

extension VisitRow {
  init(_ visit: Visit, _ zone: Zone) {
    id = visit.id
    patientID = visit.patient?.id
    patient = visit.patientName ?? visit.patient?.name ?? "Unnamed patient"
    type = visit.title
    location = visit.location ?? ""
    start = visit.start?.minute(in: zone) ?? "unknown"
    stop = visit.stop?.minute(in: zone) ?? "active"
    isActive = visit.isActive
  }

  @Sendable static func id(_ row: VisitRow) -> String { row.id.text }

  @Sendable static func mark(_ row: VisitRow) -> Mark {
    row.isActive ? Mark("●", .good) : Mark(" ", .text)
  }

  private static let type = Column<VisitRow>(
    "type", heading: "TYPE", width: .flexible(8...24), text: { $0.type })
  private static let location = Column<VisitRow>(
    "location", heading: "LOCATION", width: .flexible(10...30), text: { $0.location })
  private static let start = Column<VisitRow>(
    "start", heading: "STARTED", width: .fixed(16), text: { $0.start })

  /// Of one patient: the newest first, so its start stands first.
  static let columns = [
    start,
    Column(
      "stop", heading: "ENDED", width: .fixed(16), text: { $0.stop },
      role: { $0.isActive ? .good : .text }),
    type, location,
  ]

  /// Of all patients, so the name stands first.
  static let activeColumns = [
    Column<VisitRow>(
      "patient", heading: "PATIENT", width: .flexible(16...50, share: 2), text: { $0.patient }),
    start, location, type,
  ]
}
