import Reprise

@MainActor func allergiesSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  ListController(
    title: "Allergies",
    columns: [
      Column(
        "allergen", heading: "ALLERGEN", width: .flexible(14...40, ideal: 20, share: 2),
        text: { (allergy: Allergy) in allergy.allergen }),
      Column(
        "severity", heading: "SEVERITY", width: .flexible(9...12, ideal: 12),
        text: { $0.severityWords }),
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
        guard list.entries.elements.isEmpty, list.entries.skipped.isEmpty else {
          return try ListContent(list.entries, ("allergy", "allergies"), source.zone) { $0 }
        }
        // An empty list doesn't mean that the patient has no allergies.
        return ListContent(rows: [], noun: ("allergy", "allergies"), note: list.emptyText)
      }
    },
    open: { $1.push(Route.entry(.allergy, id: $0.id, of: patient)) })
}

/// A condition in the list, with its activity when it was loaded.
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
        text: { $0.isToCome ? "begins later" : $0.condition.statusWord }),
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
    id: \.condition.id.text, mark: { $0.isActive ? Mark("●", .busy) : Mark("■", .neutral) },
    emptyText: "No conditions are recorded.",
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
  /// Creates the content of a complete list, with a note about unreadable entries.
  ///
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
