import Reprise

/// Adapts caching to OpenMRS: its addresses, lists and errors.
struct OpenMRSAdapter: ServerAdapter {
  let knowledge: ServerKnowledge

  /// Returns all addresses under which a response may be cached. The path of the services may not
  /// be known yet. Searches request larger pages than usual, which may be cached in pages of 50. Up
  /// to 0.2.0 allergies were cached as a whole.
  func addresses(of question: DataRequest) -> [ResourceURI] {
    var questions =
      (question.page?.limit ?? 0) > 50 ? [question, question.limited(to: 50)] : [question]
    if question.page?.start == 0 {
      questions.append(DataRequest(question.text, about: question.subject))
    }
    let roots = knowledge.root.map { [$0] } ?? ["/openmrs", ""]
    return questions.flatMap { question in
      roots.compactMap { ResourceURI($0 + OpenMRSServices.path + question.textWithPage) }
    }
  }

  func entries(of list: JSON) -> [JSON] { list["results"]?.array ?? [] }

  func list(of entries: [JSON], total: Int?) -> JSON { .page(entries, total: total) }

  /// Throws `OpenMRSError.ofAnother` if the response or an entry names another patient.
  ///
  /// A response without a patient is accepted: the user may lack the privilege to see it.
  func check(_ answer: ServerResponse, to question: DataRequest) throws {
    guard let patient = question.subject else { return }
    for entry in answer.json["results"]?.array ?? [answer.json] {
      let about = Reference(entry["patient"])?.id ?? Reference(entry["person"])?.id
      guard about == nil || about == patient else { throw OpenMRSError.ofAnother("patient") }
    }
  }

  var notKept: any Error { OpenMRSError.notKept }

  func lack(_ error: any Error) -> UnavailableReason? {
    switch error {
    case OpenMRSError.notFound(let text): .notFound(text)
    case OpenMRSError.missingPrivilege(let name): .missingPrivilege(name)
    case OpenMRSError.refused(let status, let text): .refused(status, text)
    case OpenMRSError.exception(let words): .refused(0, words)
    case OpenMRSError.brokenOff(let list):
      .refused(500, "the answer breaks off at “\(list)”, which this user may not see")
    // An HTML page with an error status is a refusal, too.
    case HTTPError.status(_, let status, _, let line): .refused(status, line ?? "")
    case let error where error.fetchFailure == .unusable:
      .refused(0, StatusMessage(problem: "", error).text)
    default: nil
    }
  }

  func problem(_ lack: UnavailableReason) -> any Error {
    switch lack {
    case .notFound(let text): OpenMRSError.notFound(text)
    case .missingPrivilege(let name): OpenMRSError.missingPrivilege(name)
    // The error must not look like a new response of the server.
    case .refused(0, let text): OpenMRSError.notInCopy(.exception(text))
    case .refused(let status, let text): OpenMRSError.notInCopy(.refused(status, text))
    }
  }
}
