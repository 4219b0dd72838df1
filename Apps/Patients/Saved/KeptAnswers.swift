import Reprise

/// What the server said before: to the questions asked here, and to all about the patients who are saved.
///
/// Of an answer that was cached and one that is in a saved copy, the later one counts.
struct KeptAnswers: Sendable {
  let saved: SavedPatients
  /// Whose record is asked about.
  var patient: ResourceID?

  /// The last answer to a question. Throws `OpenMRSProblem`, above all `notKept`.
  func answer(
    to question: String, below root: String?, _ connection: Connection
  ) async throws -> ServerAnswer {
    try await later(of: cached([question], root, connection), question) { $0 }
  }

  /// The last answer with a page of a list. Throws `OpenMRSProblem`, above all `notKept`.
  ///
  /// - Parameter asked: The questions for that page, the one that is wanted most first.
  func page(
    of list: String, start: Int, limit: Int, asked: [String], below root: String?,
    _ connection: Connection
  ) async throws -> ServerAnswer {
    try await later(of: cached(asked, root, connection), list) { json in
      let results = json["results"]?.array ?? []
      let part = Array(results.dropFirst(max(0, start)).prefix(max(0, limit)))
      return .page(part, total: results.count)
    }
  }

  /// The cached answer, or a part of the saved copy's to a question, whichever is later.
  private func later(
    of cached: ServerAnswer?, _ question: String, part: (JSON) -> JSON
  ) async throws -> ServerAnswer {
    guard let patient, let copy = await saved.copy(of: patient),
      let answer = copy.answers[question]
    else {
      guard let cached else { throw OpenMRSProblem.notKept }
      return cached
    }
    if let cached, cached.moment > answer.moment ?? copy.patient.moment { return cached }
    switch answer {
    case .answered(let json, let moment), .earlier(let json, let moment, _, _):
      return ServerAnswer(part(json), moment: moment, place: "")
    case .notFound(let text): throw OpenMRSProblem.notFound(text)
    case .missingPrivilege(let name): throw OpenMRSProblem.missingPrivilege(name)
    // Whoever reads it now must not take it for what the server has just said.
    case .refused(0, let text): throw OpenMRSProblem.notInCopy(.exception(text))
    case .refused(let status, let text): throw OpenMRSProblem.notInCopy(.refused(status, text))
    }
  }

  /// The cached answer to the first of several questions that has one. Where the services are may not be known yet.
  private func cached(
    _ questions: [String], _ root: String?, _ connection: Connection
  ) async -> ServerAnswer? {
    for question in questions {
      for root in root.map({ [$0] }) ?? ["/openmrs", ""] {
        guard let uri = ResourceURI(root + OpenMRSClient.services + question) else { continue }
        if let answer = await connection.known(uri) { return answer }
      }
    }
    return nil
  }
}
