import Reprise

/// The wording of OpenMRS's addresses, lists and refusals.
struct OpenMRSAdapter: ServerAdapter {
  let knowledge: ServerKnowledge

  /// The place of the services may not be known yet. More at once is asked for where somebody looks for something; what was kept then is
  /// kept in usual pages. Allergies were kept whole up to 0.2.0.
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

  /// Throws `OpenMRSError.ofAnother` if the answer, or an entry of its list, says that it is about another patient.
  ///
  /// An answer that names no patient is taken: a user may lack the right to see one.
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
    // A page for browsers says as much.
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
    // Whoever reads it now must not take it for what the server has just said.
    case .refused(0, let text): OpenMRSError.notInCopy(.exception(text))
    case .refused(let status, let text): OpenMRSError.notInCopy(.refused(status, text))
    }
  }
}
