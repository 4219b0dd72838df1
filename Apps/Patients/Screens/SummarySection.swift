import Reprise

/// What one wants to know first: what is wrong, what is taken, what was measured.
@MainActor func summarySection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(name: "Summary") { load in
    try await source.showInSteps(load) { client, show in
      try await source.summary(of: patient, client, show)
    }
  }
}

extension RecordSource {
  /// A part of the summary. One that can't be read costs itself alone, and says so.
  private struct Part {
    let heading: String?
    let name: String
    let rows: @MainActor () async throws -> [DetailRow]
  }

  @MainActor fileprivate func summary(
    of patient: ResourceID, _ client: OpenMRSClient, _ show: (Detail) -> Void
  ) async throws -> Detail {
    let parts = [
      Part(heading: nil, name: "vital signs") {
        Detail.rows(try await client.latestVitalSigns(of: patient), zone)
      },
      Part(heading: "Allergies", name: "allergies") {
        Detail.rows(try await client.allergies(of: patient))
      },
      Part(heading: "Active conditions", name: "conditions") {
        let conditions = try await client.conditions(of: patient).elements
        if conditions.isEmpty, try await client.release() == nil {
          return [.text(id: "no conditions", Condition.noneOrUnasked)]
        }
        return Detail.rows(conditions.filter(\.isActive))
      },
      Part(heading: "Current medications", name: "medications") {
        let now = now()
        return Detail.rows(
          try await client.drugOrders(of: patient).elements.filter {
            $0.status(at: now) == .current
          })
      },
      Part(heading: "Programs", name: "programs") {
        Detail.rows(try await client.programs(of: patient).elements.filter(\.isActive))
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
        sections.append(try await section(part))
        show(detail("…", .secondary))
      } catch {
        show(detail("? not known: could not be read", .unknown))
        throw error
      }
    }
    return detail("", .text)
  }

  @MainActor private func section(_ part: Part) async throws -> DetailSection {
    do {
      let rows = try await section(part.name, part.rows)
      return DetailSection(
        part.heading, rows: rows.isEmpty ? [.text(id: "no \(part.name)", "None recorded.")] : rows)
    } catch let error where !error.endsEverything {
      let text = Report(problem: "", error).text
      return DetailSection(
        part.heading, rows: [.text(id: "no \(part.name)", text, role: .warning)])
    }
  }
}

extension Detail {
  fileprivate static func rows(_ vitals: VitalSigns, _ zone: Zone) -> [DetailRow] {
    vitals.signs.compactMap { sign in
      vitals.latest(sign).map { reading, taking in
        .table(
          id: "sign \(sign.rawValue)", mark: reading.interpretation?.mark,
          [
            sign.title, reading.words,
            reading.interpretation?.word ?? "", taking.moment?.minute(in: zone) ?? "",
          ])
      }
    }
  }

  fileprivate static func rows(_ list: AllergyList) -> [DetailRow] {
    if list.allergies.isEmpty { return [.text(id: "no allergies", list.emptyText)] }
    return list.allergies.map {
      .table(
        id: "allergy \($0.id)", mark: Mark("✕", .bad),
        [$0.title, $0.reactions.joined(separator: ", ")])
    }
  }

  fileprivate static func rows(_ conditions: [Condition]) -> [DetailRow] {
    conditions.map { condition in
      let since = condition.onset.map { "since \($0.text)" }
      return .table(
        id: "condition \(condition.id)", [condition.name, since ?? ""])
    }
  }

  fileprivate static func rows(_ orders: [DrugOrder]) -> [DetailRow] {
    orders.map { .table(id: "order \($0.id)", [$0.drug, $0.dosing]) }
  }

  fileprivate static func rows(_ programs: [ProgramEnrollment]) -> [DetailRow] {
    programs.map { program in
      let since = program.enrolled.map { "since \($0.text)" }
      return .table(
        id: "program \(program.id)",
        [program.program, program.states.joined(separator: ", "), since ?? ""])
    }
  }
}
