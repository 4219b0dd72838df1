import Reprise

/// What one wants to know first: what is wrong, what is taken, what was measured.
@MainActor func summarySection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(name: "Summary") { load in
    try await source.show(load) { await source.summary(of: patient, $0) }
  }
}

extension RecordSource {
  /// A part that can't be read costs itself alone, and says so.
  @MainActor func summary(of patient: ResourceID, _ client: OpenMRSClient) async -> Detail {
    let sections = [
      await part(nil, "vital signs") {
        Detail.rows(try await client.vitalSigns(of: patient), zone)
      },
      await part("Allergies", "allergies") {
        Detail.rows(try await client.allergies(of: patient).elements)
      },
      await part("Active conditions", "conditions") {
        Detail.rows(try await client.conditions(of: patient).elements.filter(\.isActive), zone)
      },
      await part("Current medications", "medications") {
        let now = now()
        return Detail.rows(
          try await client.drugOrders(of: patient).elements.filter { $0.isCurrent(at: now) })
      },
      await part("Programs", "programs") {
        Detail.rows(try await client.programs(of: patient).elements.filter(\.isActive), zone)
      },
    ]
    return Detail(title: "Summary", headline: "Vitals, the latest", sections: sections)
  }

  @MainActor private func part(
    _ heading: String?, _ name: String, _ rows: @MainActor () async throws -> [DetailRow]
  ) async -> DetailSection {
    do {
      let rows = try await section(name, rows)
      return DetailSection(
        heading, rows: rows.isEmpty ? [.text(id: "no \(name)", "None recorded.")] : rows)
    } catch {
      let text = Report(problem: "", error).text
      return DetailSection(heading, rows: [.text(id: "no \(name)", text, role: .warning)])
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
            sign.title, "\(reading.text) \(vitals.units(of: sign))",
            reading.interpretation?.word ?? "", taking.moment?.minute(in: zone) ?? "",
          ])
      }
    }
  }

  fileprivate static func rows(_ allergies: [Allergy]) -> [DetailRow] {
    allergies.map {
      .table(
        id: "allergy \($0.id)", mark: Mark("✕", .bad),
        [$0.title, $0.reactions.joined(separator: ", ")])
    }
  }

  fileprivate static func rows(_ conditions: [Condition], _ zone: Zone) -> [DetailRow] {
    conditions.map { condition in
      let since = condition.onset.map { "since \($0.date(in: zone))" }
      return .table(
        id: "condition \(condition.id)", [condition.name, since ?? ""])
    }
  }

  fileprivate static func rows(_ orders: [DrugOrder]) -> [DetailRow] {
    orders.map { .table(id: "order \($0.id)", [$0.drug, $0.dosing]) }
  }

  fileprivate static func rows(_ programs: [ProgramEnrollment], _ zone: Zone) -> [DetailRow] {
    programs.map { program in
      let since = program.enrolled.map { "since \($0.date(in: zone))" }
      return .table(
        id: "program \(program.id)",
        [program.program, program.states.joined(separator: ", "), since ?? ""])
    }
  }
}
