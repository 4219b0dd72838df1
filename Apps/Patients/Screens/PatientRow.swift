import Reprise

/// A patient as lists show one.
struct PatientRow: Hashable, Sendable {
  let id: ResourceID
  let title: String
  /// "34 y", "3 mo", "died 71", "died ?": the dead are never told by a mark alone.
  let age: String
  let sex: String
  let identifier: String
  let birth: String
  /// Dead, or no more than a remainder of another record.
  let isGone: Bool
  /// When they were saved: "2026-11-20"; nil if they aren't.
  var saved: String?
}

extension PatientRow {
  /// `today` is for the age of a baby.
  init(_ patient: Patient, on today: CalendarDay?) {
    id = patient.id
    title = patient.title
    let short = patient.shortAge(on: today)
    age =
      patient.isDead == true
      ? "died " + (short.hasSuffix(" y") ? short.dropLast(2) : short[...]) : short
    sex = patient.sex.letter
    identifier = patient.preferredIdentifier?.text ?? ""
    birth =
      patient.birthdate.map { $0.text + (patient.isBirthdateEstimated ? " est." : "") }
      ?? "unknown"
    isGone = patient.isDead == true || patient.isVoided
  }

  @Sendable static func id(_ row: PatientRow) -> String { row.id.text }

  @Sendable static func mark(_ row: PatientRow) -> Mark {
    row.isGone ? Mark("✕", .bad) : Mark(" ", .text)
  }

  static let columns = [
    Column<PatientRow>(
      "name", heading: "NAME", width: .flexible(14...60, share: 4), text: { $0.title }),
    Column("age", heading: "AGE", width: .fixed(8), isNumeric: true, text: { $0.age }),
    Column("sex", heading: "SEX", width: .fixed(3), text: { $0.sex }),
    Column("identifier", heading: "IDENTIFIER", width: .flexible(10...24), text: { $0.identifier }),
    Column("birth", heading: "BORN", width: .fixed(15), text: { $0.birth }),
    Column("id", heading: "UUID", width: .fixed(36), text: { $0.id.text }),
  ]
}
