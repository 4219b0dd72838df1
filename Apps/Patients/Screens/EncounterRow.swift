import Reprise

struct EncounterRow: Hashable, Sendable {
  let id: ResourceID
  let date: String
  let type: String
  let location: String
  let provider: String
  let diagnoses: String
}

extension EncounterRow {
  init(_ encounter: Encounter, _ zone: Zone) {
    id = encounter.id
    date = encounter.when?.words(in: zone) ?? "unknown"
    type = encounter.title
    location = encounter.location ?? ""
    provider = encounter.providers.joined(separator: ", ")
    diagnoses = encounter.diagnoses.map(\.title).joined(separator: ", ")
  }

  static let columns = [
    Column<EncounterRow>("date", heading: "DATE", width: .fixed(16), text: { $0.date }),
    Column("type", heading: "TYPE", width: .flexible(10...24), text: { $0.type }),
    Column("location", heading: "LOCATION", width: .flexible(10...24), text: { $0.location }),
    Column("provider", heading: "PROVIDER", width: .flexible(12...30), text: { $0.provider }),
  ]

  /// The columns for a visit's encounters, which include their diagnoses.
  static let columnsOfAVisit =
    columns + [
      Column("diagnoses", heading: "DIAGNOSES", width: .flexible(12...60), text: { $0.diagnoses })
    ]
}
