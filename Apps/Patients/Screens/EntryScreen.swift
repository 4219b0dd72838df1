import Accounts
import Reprise

@MainActor func entryScreen(
  _ kind: RecordKind, _ id: ResourceID, of patient: ResourceID, _ source: RecordSource
) -> any Screen {
  source.screen(titled: kind.title, of: patient, section: "entry", kind.title) { source in
    DetailController(title: kind.title) { load in
      try await source.show(load) { try await source.entry(kind, id, of: patient, $0) }
    }
  } adding: { banner, client in
    do {
      banner.title = try await source.entry(kind, id, of: patient, client).title
    } catch let error where !error.cancelsRemainingRequests {
      // The section below the banner shows the error.
    }
  }
}

extension RecordSource {
  /// Offline copies contain only lists. Throws `OpenMRSError.noEntry` for a deleted entry.
  @MainActor fileprivate func entry(
    _ kind: RecordKind, _ id: ResourceID, of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> Detail {
    func only<Entry: Identifiable>(
      _ entries: Entries<Entry>, _ shown: (Entry) -> Detail
    ) throws -> Detail where Entry.ID == ResourceID {
      guard let entry = entries.elements.first(where: { $0.id == id }) else {
        throw OpenMRSError.noEntry(kind.title.lowercased())
      }
      var detail = shown(entry)
      if let timestamp = entries.lastSeen[id] {
        detail.mark = .lastSeen
        let seen = Timestamp(seconds: timestamp).minute(in: zone)
        let text =
          "Not in this answer, parts of which can't be read. As last seen (\(seen))."
        detail.sections.insert(
          DetailSection(rows: [.text(id: "last seen", text, role: .warning)]), at: 0)
      }
      return detail
    }
    let now = now()
    return try await section(kind.manyName) {
      switch kind {
      case .allergy: try only(await client.allergies(of: patient).entries) { Detail($0) }
      case .condition:
        try only(await client.conditions(of: patient)) { Detail($0, zone, at: now) }
      case .medication:
        try only(await client.drugOrders(of: patient)) { Detail($0, zone, at: now) }
      case .program: try only(await client.programs(of: patient)) { Detail($0, zone, at: now) }
      }
    }
  }
}

extension Detail {
  fileprivate init(_ allergy: Allergy) {
    self.init(
      entry: allergy.allergen, Mark("✕", .bad),
      [
        ("Severity", allergy.severityText),
        ("Reactions", allergy.reactions.joined(separator: "\n")),
        ("Kind", allergy.kind?.lowercased()), ("Comment", allergy.comment),
      ])
  }

  fileprivate init(_ condition: Condition, _ zone: Zone, at now: Timestamp) {
    let isToCome = condition.isToCome(at: now, in: zone)
    self.init(
      entry: condition.name,
      condition.isActive(at: now, in: zone) ? Mark("●", .busy) : Mark("■", .neutral),
      [
        ("Status", condition.statusText), ("Certainty", condition.verification?.lowercased()),
        (isToCome ? "Begins" : "Since", condition.onset?.text), ("Until", condition.end?.text),
      ])
  }

  fileprivate init(_ order: DrugOrder, _ zone: Zone, at now: Timestamp) {
    let status = order.status(at: now, in: zone)
    self.init(
      entry: order.drug, status.mark,
      [
        ("Status", status.rawValue), ("Urgency", order.urgency),
        ("Dose", order.hasFreeTextDosing ? order.dosingInstructions : order.dose ?? "unknown"),
        ("Route", order.route),
        ("Frequency", order.frequency), ("Taken", order.need), ("Duration", order.duration),
        ("Dosing", order.hasFreeTextDosing ? nil : order.dosingInstructions),
        ("Instructions", order.instructions), ("For", order.reason),
        ("Strength", order.strength), ("Quantity", order.quantity),
        ("Care setting", order.careSetting), ("Ordered by", order.orderer),
        ("From", order.started?.text(in: zone)), ("Runs out", order.expires?.text(in: zone)),
        (
          "Stopped",
          order.stopped.map { stopped in
            [stopped.minute(in: zone), order.reasonStopped].compactMap(\.self)
              .joined(separator: ": ")
          }
        ),
      ])
  }

  fileprivate init(_ program: ProgramEnrollment, _ zone: Zone, at now: Timestamp) {
    let isActive = program.isActive(at: now, in: zone)
    let isToCome = program.isToCome(at: now, in: zone)
    self.init(
      entry: program.program, isActive ? Mark("●", .good) : Mark("■", .neutral),
      [
        ("Status", isToCome ? "to come" : isActive ? "active" : "completed"),
        ("State", program.states(at: now, in: zone).joined(separator: "\n")),
        ("Outcome", program.outcome),
        (isToCome ? "Begins" : "From", program.enrolled?.text), ("Until", program.completed?.text),
        ("Location", program.location),
      ])
  }

  private init(entry name: String, _ mark: Mark, _ facts: [(label: String, value: String?)]) {
    let rows = facts.compactMap { label, value in
      value.flatMap { $0.isEmpty ? nil : DetailRow.labelled(label, $0) }
    }
    self.init(title: name, mark: mark, headline: name, sections: [DetailSection(rows: rows)])
  }
}
