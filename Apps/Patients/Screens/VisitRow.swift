import Reprise

struct VisitRow: Hashable, Sendable {
  let id: ResourceID
  let patientID: ResourceID?
  let patient: String
  let identifier: String
  /// Sex and age: "F 34 y", "F died 71".
  let person: String
  /// The patient's mark: dead, or not known to be alive. Used in the list of active visits.
  let personMark: Mark
  let type: String
  let location: String
  let start: String
  /// The end; "active" for an active visit, "to come" for a planned one.
  let stop: String
  let isActive: Bool
  let isToCome: Bool
}

extension VisitRow {
  init(_ visit: Visit, _ zone: Zone, at now: Timestamp) {
    id = visit.id
    patientID = visit.patient?.id
    patient = visit.person?.title ?? visit.patient?.name ?? "Unnamed patient"
    identifier = visit.person?.preferredIdentifier?.text ?? ""
    let day = CalendarDate(iso: now.date(in: zone))
    person = visit.person.map { "\($0.sex.letter) \($0.listedAge(on: day))" } ?? ""
    personMark = visit.person?.mark ?? Mark("?", .unknown)
    type = visit.title
    location = visit.location ?? ""
    start = visit.begin?.words(in: zone) ?? "unknown"
    isActive = visit.isActive(at: now, in: zone)
    isToCome = visit.isToCome(at: now, in: zone)
    stop = isActive ? "active" : isToCome ? "to come" : visit.end?.words(in: zone) ?? "active"
  }

  var mark: Mark {
    isActive ? Mark("●", .good) : Mark(" ", .text)
  }

  /// All facts in one line: a narrow screen shows neither the location nor the type.
  var footer: String {
    [
      patient, identifier, person, [type, location].joined(separator: ", "),
      isToCome ? "to come, \(start)" : "since \(start)",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static let type = Column<VisitRow>(
    "type", heading: "TYPE", width: .flexible(8...24), text: { $0.type })
  private static let location = Column<VisitRow>(
    "location", heading: "LOCATION", width: .flexible(10...30), text: { $0.location })
  private static let start = Column<VisitRow>(
    "start", heading: "STARTED", width: .fixed(16), text: { $0.start })

  /// The columns for one patient, who is already known: the start comes first.
  static let columns = [
    start,
    Column(
      "stop", heading: "ENDED", width: .fixed(16), text: { $0.stop },
      role: { $0.isActive ? .good : .text }),
    type, location,
  ]

  /// The columns for all patients: the name comes first.
  static let activeColumns = [
    Column<VisitRow>(
      "patient", heading: "PATIENT", width: .flexible(16...50, share: 2), text: { $0.patient }),
    Column(
      "identifier", heading: "IDENTIFIER", width: .flexible(10...16, share: 0),
      text: { $0.identifier }),
    Column("person", heading: "SEX AGE", width: .fixed(12), text: { $0.person }),
    // Servers count planned visits as active, although the patient isn't there yet.
    Column(
      "start", heading: "STARTED", width: .fixed(16),
      text: { $0.isToCome ? "due \($0.start.prefix(10))" : $0.start },
      role: { $0.isToCome ? .secondary : .text }),
    location, type,
  ]
}
