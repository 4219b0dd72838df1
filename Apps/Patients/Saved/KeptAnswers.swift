import Reprise

/// The earlier answers of the server: the cached ones, and those in the copies of saved patients.
///
/// If the cache and a saved copy both have an answer, the later one counts. A moment that is still to come was written while the clock was
/// wrong, and says nothing: then the cache counts, which holds what was heard last.
struct KeptAnswers: Sendable {
  let saved: SavedPatients
  /// Tells the time, in seconds since 1970.
  let now: @Sendable () -> Int
  /// The patient whose record is asked about.
  var patient: ResourceID?

  /// Returns the last answer to a question. Throws `OpenMRSProblem`, above all `notKept`.
  func answer(
    to question: String, below root: String?, _ connection: Connection
  ) async throws -> ServerAnswer {
    try await later(of: cached([question], root, connection), question) { $0 }
  }

  /// Returns the last answer with a page of a list. Throws `OpenMRSProblem`, above all `notKept`.
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

  /// Returns the cached answer, or a part of the saved copy's to a question, whichever is later.
  private func later(
    of cached: ServerAnswer?, _ question: String, part: (JSON) -> JSON
  ) async throws -> ServerAnswer {
    guard let patient, let copy = await saved.copy(of: patient),
      let answer = copy.answers[question]
    else {
      guard let cached else { throw OpenMRSProblem.notKept }
      return cached
    }
    let moment = answer.moment ?? copy.patient.moment
    if let cached, cached.moment > moment || moment > now() { return cached }
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

  /// Returns the cached answer to the first of several questions that has one. The place of the services may not be known yet.
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
