import Reprise

@MainActor func allergiesSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Allergies",
    columns: [
      Column(
        "allergen", heading: "ALLERGEN", width: .flexible(14...40, ideal: 20, share: 2),
        text: { (allergy: Allergy) in allergy.allergen }),
      Column(
        "severity", heading: "SEVERITY", width: .fixed(9), text: { $0.severity ?? "unknown" }),
      Column(
        "reactions", heading: "REACTIONS", width: .flexible(10...60, ideal: 20),
        text: { $0.reactions.joined(separator: ", ") }),
      Column(
        "comment", heading: "COMMENT", width: .flexible(10...60, ideal: 30),
        text: { $0.comment ?? "" }),
      Column(
        "kind", heading: "KIND", width: .flexible(6...12), text: { $0.kind?.lowercased() ?? "" }),
    ],
    id: \.id.text, mark: { _ in Mark("✕", .bad) },
    source: { load in
      try await source.show(load) { client in
        let list = try await source.section("allergies") {
          try await client.allergies(of: patient)
        }
        guard list.allergies.isEmpty else {
          return ListContent(list.entries, ("allergy", "allergies")) { $0 }
        }
        // Nothing recorded isn't the same as nothing there.
        return ListContent(rows: [], noun: ("allergy", "allergies"), note: list.emptyText)
      }
    },
    open: { $1.push(Route.entry(.allergy, id: $0.id, of: patient)) })
}

@MainActor func conditionsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Conditions",
    columns: [
      Column(
        "name", heading: "CONDITION", width: .flexible(16...60, share: 2),
        text: { (condition: Condition) in condition.name }),
      Column(
        "status", heading: "STATUS", width: .flexible(8...12),
        text: { $0.statusWord }),
      Column(
        "onset", heading: "SINCE", width: .fixed(10), text: { $0.onset?.text ?? "" },
        sortKey: { $0.onset.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "end", heading: "UNTIL", width: .fixed(10), text: { $0.end?.text ?? "" },
        sortKey: { $0.end.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "verification", heading: "CERTAINTY", width: .flexible(9...12),
        text: { $0.verification?.lowercased() ?? "" }),
    ],
    id: \.id.text, mark: { $0.isActive ? Mark("●", .busy) : Mark("■", .neutral) },
    emptyText: "No conditions are recorded.",
    source: { load in
      try await source.show(load) { client in
        let conditions = try await source.section("conditions") {
          try await client.conditions(of: patient)
        }
        guard conditions.elements.isEmpty, conditions.skipped.isEmpty,
          try await client.release() == nil
        else { return ListContent(conditions, ("condition", "conditions")) { $0 } }
        return ListContent(
          rows: [], noun: ("condition", "conditions"), note: Condition.noneOrUnasked)
      }
    },
    open: { $1.push(Route.entry(.condition, id: $0.id, of: patient)) })
}

@MainActor func medicationsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  let zone = source.zone
  let now = source.now()
  return ListController(
    title: "Medications",
    columns: [
      Column(
        "drug", heading: "MEDICINE", width: .flexible(16...60, ideal: 23, share: 2),
        text: { (order: DrugOrder) in order.drug }),
      Column(
        "status", heading: "STATUS", width: .fixed(7), text: { $0.status(at: now).rawValue }),
      // What may kill has room before anything else is shown.
      Column(
        "dosing", heading: "DOSE", width: .flexible(20...120, ideal: 42, share: 3),
        text: { $0.dosing }),
      Column(
        "instructions", heading: "INSTRUCTIONS", width: .flexible(12...120, ideal: 40, share: 3),
        text: { $0.remarks }),
      Column(
        "started", heading: "FROM", width: .fixed(10), text: { $0.started?.date(in: zone) ?? "" },
        sortKey: { $0.started.map { .number($0.milliseconds) } ?? .nothing }),
      Column(
        "ended", heading: "UNTIL", width: .fixed(10),
        text: { ($0.stopped ?? $0.expires)?.date(in: zone) ?? "" },
        sortKey: { ($0.stopped ?? $0.expires).map { .number($0.milliseconds) } ?? .nothing }),
      Column("orderer", heading: "BY", width: .flexible(10...30), text: { $0.orderer ?? "" }),
    ],
    id: \.id.text,
    mark: { $0.status(at: now).mark }, emptyText: "No medications are recorded.",
    remark: { order in
      [order.drug, order.dosing, order.remarks].filter { !$0.isEmpty }.joined(separator: " · ")
    },
    source: { load in
      try await source.showSection(load, "medication", "medications") {
        try await $0.drugOrders(of: patient)
      }
    },
    open: { $1.push(Route.entry(.medication, id: $0.id, of: patient)) })
}

@MainActor func programsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Programs",
    columns: [
      Column(
        "program", heading: "PROGRAM", width: .flexible(16...50, share: 2),
        text: { (program: ProgramEnrollment) in program.program }),
      Column(
        "state", heading: "STATE", width: .flexible(8...24),
        text: { $0.stateWords }),
      Column(
        "enrolled", heading: "FROM", width: .fixed(10),
        text: { $0.enrolled?.text ?? "" },
        sortKey: { $0.enrolled.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "completed", heading: "UNTIL", width: .fixed(10),
        text: { $0.completed?.text ?? "" },
        sortKey: { $0.completed.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "location", heading: "LOCATION", width: .flexible(10...30), text: { $0.location ?? "" }),
    ],
    id: \.id.text, mark: { $0.isActive ? Mark("●", .good) : Mark("■", .neutral) },
    emptyText: "No programs are recorded.",
    source: { load in
      try await source.showSection(load, "program", "programs") {
        try await $0.programs(of: patient)
      }
    },
    open: { $1.push(Route.entry(.program, id: $0.id, of: patient)) })
}

extension RecordSource {
  /// Shows all of a patient's records of a kind.
  @MainActor fileprivate func showSection<Record>(
    _ load: Load<ListContent<Record>>, _ one: String, _ many: String,
    _ records: @MainActor (OpenMRSClient) async throws -> Entries<Record>
  ) async throws {
    try await show(load) { client in
      ListContent(try await section(many) { try await records(client) }, (one, many)) { $0 }
    }
  }
}

extension ListContent {
  /// A whole list, with what couldn't be read of it.
  init<Element>(
    _ entries: Entries<Element>, _ noun: (one: String, many: String), row: (Element) -> Row
  ) {
    let count = entries.elements.count
    self.init(
      rows: entries.elements.map(row), noun: noun,
      note: SkippedEntry.summary(of: entries.skipped, in: count + entries.skipped.count))
  }
}
