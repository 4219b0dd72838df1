import Reprise

/// The wording of OpenMRS's addresses, lists and refusals.
struct OpenMRSDialect: ServerDialect {
  let knowledge: ServerKnowledge

  /// The place of the services may not be known yet. More at once is asked for where somebody looks for something; what was kept then is
  /// kept in usual pages. Allergies were kept whole up to 0.2.0.
  func addresses(of question: Question) -> [ResourceURI] {
    var questions =
      (question.page?.limit ?? 0) > 50 ? [question, question.limited(to: 50)] : [question]
    if question.page?.start == 0 {
      questions.append(Question(question.text, about: question.subject))
    }
    let roots = knowledge.root.map { [$0] } ?? ["/openmrs", ""]
    return questions.flatMap { question in
      roots.compactMap { ResourceURI($0 + OpenMRSServices.path + question.textWithPage) }
    }
  }

  func entries(of list: JSON) -> [JSON] { list["results"]?.array ?? [] }

  func list(of entries: [JSON], total: Int?) -> JSON { .page(entries, total: total) }

  /// Throws `OpenMRSProblem.ofAnother` if the answer, or an entry of its list, says that it is about another patient.
  ///
  /// An answer that names no patient is taken: a user may lack the right to see one.
  func check(_ answer: ServerAnswer, to question: Question) throws {
    guard let patient = question.subject else { return }
    for entry in answer.json["results"]?.array ?? [answer.json] {
      let about = Reference(entry["patient"])?.id ?? Reference(entry["person"])?.id
      guard about == nil || about == patient else { throw OpenMRSProblem.ofAnother("patient") }
    }
  }

  var notKept: any Error { OpenMRSProblem.notKept }

  func lack(_ error: any Error) -> AnswerLack? {
    switch error {
    case OpenMRSProblem.notFound(let text): .notFound(text)
    case OpenMRSProblem.missingPrivilege(let name): .missingPrivilege(name)
    case OpenMRSProblem.refused(let status, let text): .refused(status, text)
    case OpenMRSProblem.exception(let words): .refused(0, words)
    case OpenMRSProblem.brokenOff(let list):
      .refused(500, "the answer breaks off at “\(list)”, which this user may not see")
    // A page for browsers says as much.
    case HTTPProblem.status(_, let status, _, let line): .refused(status, line ?? "")
    case let error where error.answerAbsence == .unusable:
      .refused(0, Report(problem: "", error).text)
    default: nil
    }
  }

  func problem(_ lack: AnswerLack) -> any Error {
    switch lack {
    case .notFound(let text): OpenMRSProblem.notFound(text)
    case .missingPrivilege(let name): OpenMRSProblem.missingPrivilege(name)
    // Whoever reads it now must not take it for what the server has just said.
    case .refused(0, let text): OpenMRSProblem.notInCopy(.exception(text))
    case .refused(let status, let text): OpenMRSProblem.notInCopy(.refused(status, text))
    }
  }
}
