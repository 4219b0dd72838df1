import Accounts
import Reprise

private struct MedicationRow: Hashable, Sendable {
  let order: DrugOrder
  let status: DrugOrder.Status
  /// "2026-10-02 to 2026-12-14".
  let span: String

  /// A narrow screen shows neither the status nor the whole dose.
  var footer: String {
    let state =
      [status.rawValue, order.reasonStopped].compactMap(\.self).joined(separator: ": ")
      + (span.isEmpty ? "" : ", \(span)")
    return [state, order.drug, order.dosing, order.remarks]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension [DrugOrder] {
  fileprivate func grouped(at now: Timestamp, in zone: Zone) -> [DrugOrder] {
    let statuses: [DrugOrder.Status] = [.current, .future, .stopped, .over]
    let byStatus = Dictionary(grouping: self) { $0.status(at: now, in: zone) }
    return statuses.flatMap { byStatus[$0] ?? [] }
  }
}

@MainActor func medicationsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  let zone = source.zone
  return ListController(
    title: "Medications",
    columns: [
      Column(
        "drug", heading: "MEDICINE", width: .flexible(12...60, ideal: 16, share: 12),
        text: { (row: MedicationRow) in row.order.drug }),
      // A truncated dose can be fatal, so it gets its width before all other columns.
      Column(
        "dosing", heading: "DOSE", width: .flexible(18...120, ideal: 40, share: 3),
        text: { $0.order.dosing }),
      Column(
        "instructions", heading: "INSTRUCTIONS", width: .flexible(12...120, ideal: 14, share: 3),
        hidesIfEmpty: true,
        text: { $0.order.remarks }),
      Column("status", heading: "STATUS", width: .fixed(7), text: { $0.status.rawValue }),
      Column(
        "started", heading: "FROM", width: .fixed(10),
        text: { $0.order.started?.date(in: zone) ?? "" },
        sortKey: { $0.order.started.map { .number($0.sortKey) } ?? .nothing }),
      Column(
        "ended", heading: "UNTIL", width: .fixed(10), hidesIfEmpty: true,
        text: { $0.order.ended?.date(in: zone) ?? "" },
        sortKey: { $0.order.ended.map { .number($0.sortKey) } ?? .nothing }),
      Column("orderer", heading: "BY", width: .flexible(10...30), text: { $0.order.orderer ?? "" }),
    ],
    id: \.order.id.text,
    options: {
      $0.mark = { $0.status.mark }
      $0.emptyText = "No medications are recorded."
      $0.footer = \.footer
    },
    source: { load in
      try await source.show(load) { client in
        var orders = try await source.section("medications") {
          try await client.drugOrders(of: patient)
        }
        let now = source.now()
        orders.elements = orders.elements.grouped(at: now, in: zone)
        return try ListContent(orders, ("medication", "medications"), zone) {
          MedicationRow(order: $0, status: $0.status(at: now, in: zone), span: $0.span(in: zone))
        }
      }
    },
    open: { $1.push(Route.entry(.medication, id: $0.order.id, of: patient)) })
}

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
    id: \.program.id.text,
    options: {
      $0.mark = { $0.isActive ? Mark("●", .good) : Mark("■", .neutral) }
      $0.emptyText = "No programs are recorded."
    },
    source: { load in
      try await source.show(load) { client in
        let programs = try await source.section("programs") {
          try await client.programs(of: patient)
        }
        let (now, zone) = (source.now(), source.zone)
        return try ListContent(programs, ("program", "programs"), zone) {
          ProgramRow(
            program: $0, isActive: $0.isActive(at: now, in: zone),
            state: $0.stateText(at: now, in: zone))
        }
      }
    },
    open: { $1.push(Route.entry(.program, id: $0.program.id, of: patient)) })
}

@MainActor func allergiesSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Allergies",
    columns: [
      Column(
        "allergen", heading: "ALLERGEN", width: .flexible(14...40, ideal: 20, share: 2),
        text: { (allergy: Allergy) in allergy.allergen }),
      Column(
        "severity", heading: "SEVERITY", width: .flexible(9...12, ideal: 12),
        text: { $0.severityText }),
      Column(
        "reactions", heading: "REACTIONS", width: .flexible(10...60, ideal: 20),
        text: { $0.reactions.joined(separator: ", ") }),
      Column(
        "comment", heading: "COMMENT", width: .flexible(10...60, ideal: 30),
        text: { $0.comment ?? "" }),
      Column(
        "kind", heading: "KIND", width: .flexible(6...12), text: { $0.kind?.lowercased() ?? "" }),
    ],
    id: \.id.text, options: { $0.mark = { _ in Mark("✕", .bad) } },
    source: { load in
      try await source.show(load) { client in
        let list = try await source.section("allergies") {
          try await client.allergies(of: patient)
        }
        guard list.entries.elements.isEmpty, list.entries.skipped.isEmpty else {
          return try ListContent(list.entries, ("allergy", "allergies"), source.zone) { $0 }
        }
        // An empty list doesn't mean that the patient has no allergies.
        return ListContent(rows: [], noun: ("allergy", "allergies"), note: list.emptyText)
      }
    },
    open: { $1.push(Route.entry(.allergy, id: $0.id, of: patient)) })
}

private struct ConditionRow: Hashable, Sendable {
  let condition: Condition
  let isActive: Bool
  let isToCome: Bool

  init(_ condition: Condition, _ zone: Zone, at now: Timestamp) {
    self.condition = condition
    isActive = condition.isActive(at: now, in: zone)
    isToCome = condition.isToCome(at: now, in: zone)
  }
}

@MainActor func conditionsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Conditions",
    columns: [
      Column(
        "name", heading: "CONDITION", width: .flexible(16...60, share: 2),
        text: { (row: ConditionRow) in row.condition.name }),
      Column(
        "status", heading: "STATUS", width: .flexible(8...12),
        text: { $0.isToCome ? "begins later" : $0.condition.statusText }),
      Column(
        "onset", heading: "SINCE", width: .fixed(10), text: { $0.condition.onset?.text ?? "" },
        sortKey: { $0.condition.onset.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "end", heading: "UNTIL", width: .fixed(10), text: { $0.condition.end?.text ?? "" },
        sortKey: { $0.condition.end.map { .number($0.daysSince1970) } ?? .nothing }),
      Column(
        "verification", heading: "CERTAINTY", width: .flexible(9...12),
        text: { $0.condition.verification?.lowercased() ?? "" }),
    ],
    id: \.condition.id.text,
    options: {
      $0.mark = { $0.isActive ? Mark("●", .busy) : Mark("■", .neutral) }
      $0.emptyText = "No conditions are recorded."
    },
    source: { load in
      try await source.show(load) { client in
        let conditions = try await source.section("conditions") {
          try await client.conditions(of: patient)
        }
        guard conditions.elements.isEmpty, conditions.skipped.isEmpty,
          try await client.release() == nil
        else {
          return try ListContent(conditions, ("condition", "conditions"), source.zone) {
            ConditionRow($0, source.zone, at: source.now())
          }
        }
        return ListContent(
          rows: [], noun: ("condition", "conditions"), note: Condition.noneOrUnasked)
      }
    },
    open: { $1.push(Route.entry(.condition, id: $0.condition.id, of: patient)) })
}

extension ListContent {
  /// Throws `OpenMRSError.unreadable` if no entry can be read, so that the previous rows stay.
  init<Element>(
    _ entries: Entries<Element>, _ noun: (one: String, many: String), _ zone: Zone,
    row: (Element) -> Row
  ) throws {
    try entries.requireReadable()
    self.init(
      rows: entries.elements.map(row), noun: noun, note: entries.skippedSummary(in: zone))
    unreadableCount = entries.unreadableCount
    lastSeenIDs = Set(entries.lastSeen.keys.map(\.text))
  }
}
