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
    let (found, today) = try await Patients.asking(arguments) { source in
      (try await Self.found(query, source.client), source.today)
    }
    let (patients, said, isWhole) = found
    let notes = patients.isEmpty && query.count == 1 ? said + [oneLetter] : said
    let table = try Table(
      patients.map { PatientRow($0, on: today) }, columns: PatientRow.columns, id: \.id.text)
    return Rows(
      table, note: notes.isEmpty ? nil : notes.joined(separator: " "),
      exitCode: isWhole ? .success : .data, json: patients.map(\.raw))
  }

  /// The number of patients after which no more pages are requested. Protects against a server that
  /// returns pages without end.
  private static let most = 10_000

  /// Returns the matches up to the memory budget, notes for the user, and whether all could be
  /// read.
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
    try await Patients.asking(arguments) { source in
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
