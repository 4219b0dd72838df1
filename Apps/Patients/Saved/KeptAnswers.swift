import Reprise

/// What the server said before: to the questions asked here, and to all about the patients who are saved.
struct KeptAnswers: Sendable {
  let saved: SavedPatients
  /// Whose record is asked about.
  var patient: ResourceID?

  /// The last answer to a question. Throws `OpenMRSProblem`, above all `notKept`.
  func answer(
    to question: String, below root: String?, _ connection: Connection
  ) async throws -> ServerAnswer {
    let cached = await cached(question, root, connection)
    guard let patient, let answer = await saved.copy(of: patient)?.answers[question] else {
      guard let cached else { throw OpenMRSProblem.notKept }
      return cached
    }
    switch answer {
    case .answered(let json, let moment):
      if let cached, cached.moment > moment { return cached }
      return ServerAnswer(json, moment: moment, place: "")
    case .notFound(let text): throw OpenMRSProblem.notFound(text)
    case .missingPrivilege(let name): throw OpenMRSProblem.missingPrivilege(name)
    case .refused(let status, let text): throw OpenMRSProblem.refused(status, text)
    }
  }

  /// What was cached. Where the services are may not be known yet.
  private func cached(
    _ question: String, _ root: String?, _ connection: Connection
  ) async -> ServerAnswer? {
    for root in root.map({ [$0] }) ?? ["/openmrs", ""] {
      guard let uri = ResourceURI(root + OpenMRSClient.services + question) else { continue }
      if let answer = await connection.known(uri) { return answer }
    }
    return nil
  }

  /// A page of a list that is saved; nil if it isn't.
  func savedList(_ list: String, start: Int, limit: Int) async throws -> ServerAnswer? {
    guard let patient, let answer = await saved.copy(of: patient)?.answers[list] else { return nil }
    switch answer {
    case .answered(let json, let moment):
      let results = json["results"]?.array ?? []
      let part = Array(results.dropFirst(max(0, start)).prefix(max(0, limit)))
      return ServerAnswer(
        .page(part, total: results.count), moment: moment, place: "")
    case .notFound(let text): throw OpenMRSProblem.notFound(text)
    case .missingPrivilege(let name): throw OpenMRSProblem.missingPrivilege(name)
    case .refused(let status, let text): throw OpenMRSProblem.refused(status, text)
    }
  }
}
