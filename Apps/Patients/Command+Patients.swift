import Accounts
import Reprise

extension Command {
  static let list = listing(
    "list",
    .text(
      "QUERY", needs: "a name or an identifier",
      advice: "For example: patients list odhiambo --unplugged."),
    help: "print the patients who match, deceased included",
    json: "as JSON, with the server's own keys"
  ) { query, arguments in
    let (found, today) = try await Patients.withSource(arguments) { source in
      (try await Self.found(query, source.client), source.today)
    }
    let (patients, listNotes, isWhole) = found
    let notes = patients.isEmpty && query.count == 1 ? listNotes + [oneLetter] : listNotes
    let rows = patients.map { patient in
      var row = PatientRow(patient, on: today)
      row.raw = patient.raw
      return row
    }
    let table = try Table(rows, columns: PatientRow.columns, id: \.id.text)
    return Rows(
      table, note: notes.isEmpty ? nil : notes.joined(separator: " "),
      exitCode: isWhole ? .success : .data, eachJSON: { $0.raw ?? .null })
  }

  /// Protects against a server that returns pages without end.
  private static let most = 10_000

  nonisolated(nonsending) static func found(
    _ query: String, _ client: OpenMRSClient, budget: MemoryBudget = MemoryBudget()
  ) async throws -> (patients: [Patient], notes: [String], isWhole: Bool) {
    var patients: [Patient] = []
    var start = 0
    var notes: [String] = []
    var isWhole = true
    while true {
      let page = try await client.patients(matching: query, start: start, limit: 100)
      try page.requireReadable()
      patients += page.elements
      start += page.count
      if let note = page.entries.summary() {
        notes.append(note)
        isWhole = false
      }
      let hasBudget = budget.take(page.elements.map(\.raw))
      guard page.hasMore, page.count > 0 else { return (patients, notes, isWhole) }
      if start >= most || !hasBudget {
        notes.append("These are the first \(start.grouped); type more of the name.")
        return (patients, notes, isWhole)
      }
    }
  }

  static let show = showing(
    "show",
    .one("UUID", needs: "the UUID of one patient", advice: "“patients list QUERY” shows them."),
    help: "print one patient, and a summary of the record", json: "as the server described them"
  ) { id, arguments in
    try await Patients.withSource(arguments) { source in
      let patient: Patient
      do {
        patient = try await source.client.patient(ResourceID(id))
      } catch OpenMRSError.notFound {
        throw OpenMRSError.noPatient(id)
      }
      // The JSON contains only the patient.
      let (detail, exitCode) =
        arguments.has("json")
        ? (Detail(patient, on: source.today), .success) : try await source.printed(patient)
      return Shown(json: patient.raw, exitCode: exitCode) { detail }
    }
  }
}

extension RecordSource {
  /// A section that can't be loaded shows its error, which determines the exit code. Throws if all
  /// further requests would fail.
  @MainActor func printed(_ patient: Patient) async throws -> (Detail, ExitCode) {
    let client = forOneScreen().client
    var detail = Detail(patient, on: today)
    let allergies = try await knownAllergies(of: patient.id, client)
    detail.sections[0].rows.append(.labelled("Allergies", allergies.text, role: allergies.role))
    // Printed text is read later, when only dates still show how old a value is.
    var summary = try await summary(of: patient.id, client, hasAges: false).sections
    summary[0].heading = "Vitals, the latest"
    detail.sections.insert(
      contentsOf: summary + [try await newestVisit(of: patient.id, client)], at: 1)
    let exitCode =
      client.ages.failureOfPart.map { ExitCode($0) }
      ?? (client.knowledge.hasUnreadableEntries ? .data : .success)
    return (detail, exitCode)
  }

  @MainActor private func newestVisit(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> DetailSection {
    func section(_ rows: DetailRow...) -> DetailSection {
      DetailSection("Visit, the newest", rows: rows)
    }
    do {
      let visits = try await client.visits(of: patient).elements
      let now = now()
      // A planned visit counts as the newest only if there is no other.
      guard let newest = visits.first(where: { !$0.isToCome(at: now, in: zone) }) ?? visits.last
      else {
        return section(.text(id: "no visits", "No visits are recorded."))
      }
      let visit = try await client.visit(newest.id, of: patient)
      let visitRow = DetailRow.text(id: "visit", visit.text(in: zone, at: now))
      guard let diagnoses = visit.diagnosesText else { return section(visitRow) }
      return section(visitRow, .text(id: "diagnoses", diagnoses))
    } catch let error where !error.cancelsRemainingRequests {
      if error.allowsStaleResponse { client.ages.noteFailureOfPart(error) }
      return section(.text(id: "no visits", StatusMessage(problem: "", error).text))
    }
  }
}
