import Reprise

/// A program in the list, with its state when it was loaded.
private struct ProgramRow: Hashable, Sendable {
  let program: ProgramEnrollment
  let isActive: Bool
  let state: String
}

@MainActor func programsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Programs",
    columns: [
      Column(
        "program", heading: "PROGRAM", width: .flexible(16...50, share: 2),
        text: { (row: ProgramRow) in row.program.program }),
      Column("state", heading: "STATE", width: .flexible(8...24), text: { $0.state }),
      Column(
        "enrolled", heading: "FROM", width: .fixed(10),
        text: { $0.program.enrolled?.text ?? "" },
        sortKey: { $0.program.enrolled.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "completed", heading: "UNTIL", width: .fixed(10),
        text: { $0.program.completed?.text ?? "" },
        sortKey: { $0.program.completed.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "location", heading: "LOCATION", width: .flexible(10...30),
        text: { $0.program.location ?? "" }),
    ],
    id: \.program.id.text, mark: { $0.isActive ? Mark("●", .good) : Mark("■", .neutral) },
    emptyText: "No programs are recorded.",
    source: { load in
      try await source.show(load) { client in
        let programs = try await source.section("programs") {
          try await client.programs(of: patient)
        }
        let (now, zone) = (source.now(), source.zone)
        return try ListContent(programs, ("program", "programs"), zone) {
          ProgramRow(
            program: $0, isActive: $0.isActive(at: now, in: zone),
            state: $0.stateWords(at: now, in: zone))
        }
      }
    },
    open: { $1.push(Route.entry(.program, id: $0.program.id, of: patient)) })
}
