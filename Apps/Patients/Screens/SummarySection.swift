import Accounts
import Reprise

@MainActor func summarySection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(title: "Summary") { load in
    try await source.showInSteps(load) { client, show in
      try await source.summary(of: patient, client, show)
    }
  }
}

extension RecordSource {
  /// A part of the summary. If it can't be loaded, it shows its error.
  private struct Part {
    let heading: String?
    let name: String
    let content: @MainActor () async throws -> SummaryPart
  }

  @MainActor func summary(
    of patient: ResourceID, _ client: OpenMRSClient, hasAges: Bool = true,
    _ show: (Detail) -> Void = { _ in }
  ) async throws -> Detail {
    let parts = [
      Part(heading: nil, name: "vital signs") {
        let vitals = try await latestVitalSigns(of: patient, client)
        return SummaryPart(Detail.rows(vitals, zone, at: hasAges ? now() : nil), note: vitals.note)
      },
      Part(heading: "Allergies", name: "allergies") {
        let list = try await client.allergies(of: patient)
        return SummaryPart(Detail.rows(list), note: list.entries.skippedSummary(in: zone))
      },
      Part(heading: "Active conditions", name: "conditions") {
        let conditions = try await client.conditions(of: patient)
        if conditions.elements.isEmpty, conditions.skipped.isEmpty,
          try await client.release() == nil
        {
          return SummaryPart([.text(id: "no conditions", Condition.noneOrUnasked)])
        }
        let now = now()
        let active = conditions.elements.filter { $0.isActive(at: now, in: zone) }
        let later = conditions.elements.filter { $0.isToCome(at: now, in: zone) }
        let rows = Detail.rows("condition", active + later, of: conditions) { condition in
          let facts = [condition.beginText(at: now, in: zone) ?? "", condition.remarks]
          return [condition.name, facts.filter { !$0.isEmpty }.joined(separator: ", ")]
        }
        return SummaryPart(
          rows, of: "active", in: "Conditions",
          earlier: conditions.elements.count - active.count - later.count,
          note: conditions.skippedSummary(in: zone))
      },
      Part(heading: "Current medications", name: "medications") {
        let now = now()
        let orders = try await client.drugOrders(of: patient)
        let byStatus = Dictionary(grouping: orders.elements) { $0.status(at: now, in: zone) }
        let rows = Detail.rows("order", byStatus[.current] ?? [], of: orders) { order in
          let facts = [order.dosing, order.remarks].filter { !$0.isEmpty }
          return [order.drug, facts.joined(separator: " · ")]
        }
        return SummaryPart(
          rows, of: "current", in: "Medications",
          earlier: (byStatus[.stopped] ?? []).count + (byStatus[.over] ?? []).count,
          later: (byStatus[.future] ?? []).count, note: orders.skippedSummary(in: zone))
      },
      Part(heading: "Programs", name: "programs") {
        let programs = try await client.programs(of: patient)
        let now = now()
        let active = programs.elements.filter { $0.isActive(at: now, in: zone) }
        let later = programs.elements.count { $0.isToCome(at: now, in: zone) }
        let rows = Detail.rows("program", active, of: programs) { program in
          let states = program.states(at: now, in: zone).joined(separator: ", ")
          return [program.program, states, program.enrolled.map { "since \($0.text)" } ?? ""]
        }
        return SummaryPart(
          rows, of: "active", in: "Programs",
          earlier: programs.elements.count - active.count - later, later: later,
          note: programs.skippedSummary(in: zone))
      },
    ]
    var sections: [DetailSection] = []
    func detail(_ rest: String, _ role: Role) -> Detail {
      let missing = parts.dropFirst(sections.count).map { part in
        DetailSection(part.heading, rows: [.text(id: "no \(part.name)", rest, role: role)])
      }
      return Detail(
        title: "Summary", headline: "Vitals, the latest", sections: sections + missing)
    }
    for part in parts {
      do {
        sections.append(try await section(part, of: patient, client))
        show(detail("…", .secondary))
      } catch {
        show(detail("? not known: could not be read", .unknown))
        throw error
      }
    }
    return detail("", .text)
  }

  @MainActor private func section(
    _ part: Part, of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> DetailSection {
    do {
      let content = try await section(part.name, part.content)
      let isDeleted = content.isEmpty ? try await client.patient(patient).isVoided : false
      return DetailSection(
        part.heading, rows: content.allRows(of: part.name, isDeleted: isDeleted))
    } catch let error where !error.cancelsRemainingRequests {
      if error.allowsStaleResponse { client.ages.noteFailureOfPart(error) }
      let text = StatusMessage(problem: "", error).text
      return DetailSection(
        part.heading, rows: [.text(id: "no \(part.name)", text, role: .warning)])
    }
  }
}

extension Detail {
  fileprivate static func rows(
    _ vitals: VitalSigns, _ zone: Zone, at now: Timestamp?
  ) -> [DetailRow] {
    vitals.signs.flatMap { sign -> [DetailRow] in
      let future = vitals.futureText(sign, in: zone)
      var rows: [DetailRow] = []
      if let (reading, measurementSet) = vitals.latest(sign) {
        let when =
          now.flatMap { measurementSet.when?.age(at: $0, in: zone) } ?? measurementSet.when?.text(
            in: zone) ?? ""
        rows.append(
          .brief(
            id: "sign \(sign.rawValue)", mark: reading.interpretation?.mark,
            [sign.title, reading.textWithUnit, reading.noteText, when]))
      }
      if !future.isEmpty {
        rows.append(
          .text(id: "future \(sign.rawValue)", "\(sign.title): \(future)", role: .warning))
      }
      return rows
    }
  }

  fileprivate static func rows(_ list: AllergyList) -> [DetailRow] {
    if list.allergies.isEmpty { return [.text(id: "no allergies", list.emptyText)] }
    return list.allergies.map {
      .brief(
        id: "allergy \($0.id)",
        mark: list.entries.mark(of: $0) ?? Mark("✕", .bad),
        [$0.title, $0.reactions.joined(separator: ", ")])
    }
  }

  fileprivate static func rows<Entry>(
    _ kind: String, _ shown: [Entry], of all: Entries<Entry>, cells: (Entry) -> [String]
  ) -> [DetailRow] {
    shown.map { .brief(id: "\(kind) \($0.id)", mark: all.mark(of: $0), cells($0)) }
  }
}

extension Entries {
  fileprivate func mark(of element: Element) -> Mark? {
    lastSeen[element.id] == nil ? nil : .lastSeen
  }
}

extension DetailRow {
  /// The full text is in the section of its kind.
  fileprivate static func brief(
    id: String, mark: Mark? = nil, _ cells: [String]
  ) -> DetailRow {
    let longest = 400
    return table(
      id: id, mark: mark,
      cells.map { $0.utf8.count > longest ? "\($0.prefix(longest - 1))…" : $0 })
  }
}

/// A part of the summary: the current rows, and a sentence about the number of others.
struct SummaryPart: Sendable {
  let rows: [DetailRow]
  /// "1 begins later, see Medications.".
  let others: String?
  let note: String?

  init(_ rows: [DetailRow], note: String? = nil) {
    self.rows = rows
    others = nil
    self.note = note
  }

  /// Past rows are counted only if there are no current ones, future rows always.
  init(
    _ rows: [DetailRow], of kind: String, in section: String, earlier: Int, later: Int = 0,
    note: String?
  ) {
    self.rows = rows
    self.note = note
    var counts: [String] = []
    if rows.isEmpty, earlier > 0 { counts.append("\(earlier) earlier") }
    if later > 0 { counts.append("\(later) \(later == 1 ? "begins" : "begin") later") }
    let clause = counts.isEmpty ? nil : counts.joined(separator: ", ") + ", see \(section)."
    others = clause.map { rows.isEmpty ? "None \(kind); \($0)" : $0 }
  }

  var isEmpty: Bool { rows.isEmpty && others == nil && note == nil }

  /// For a deleted record the server returns no entries, which doesn't mean that there were none.
  func allRows(of name: String, isDeleted: Bool) -> [DetailRow] {
    var rows = rows
    if let others { rows.append(.text(id: "other \(name)", others)) }
    if let note { rows.append(.text(id: "skipped \(name)", note, role: .warning)) }
    let none = isDeleted ? "Not shown: deleted with the record." : "None recorded."
    return rows.isEmpty ? [.text(id: "no \(name)", none)] : rows
  }
}
