import Reprise

extension RecordSource {
  /// Returns a patient as `show` prints it, in the format of the screens: the banner, the summary
  /// and the newest visit. A section that can't be loaded shows its error, which determines the
  /// exit code. Throws if all further requests would fail.
  @MainActor func printed(_ patient: Patient) async throws -> (Detail, ExitCode) {
    let client = forOneScreen().client
    var detail = Detail(patient, on: today)
    let allergies = try await knownAllergies(of: patient.id, client)
    detail.sections[0].rows.append(.labelled("Allergies", allergies.words, role: allergies.role))
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
      let words = DetailRow.text(id: "visit", visit.words(in: zone, at: now))
      guard let diagnoses = visit.diagnosedWords else { return section(words) }
      return section(words, .text(id: "diagnoses", diagnoses))
    } catch let error where !error.cancelsRemainingRequests {
      if error.allowsStaleResponse { client.ages.noteFailureOfPart(error) }
      return section(.text(id: "no visits", StatusMessage(problem: "", error).text))
    }
  }
}
