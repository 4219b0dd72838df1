import Reprise
import Synchronization

/// The answers that make a saved copy: lists whole, and a note for each that the server lacks or the user may not see.
final class AnswerNotes: Sendable {
  private let state = Mutex<[String: SavedCopy.Answer]>([:])

  var answers: [String: SavedCopy.Answer] { state.withLock { $0 } }

  nonisolated(nonsending) func note(
    _ question: String, _ ask: nonisolated(nonsending) () async throws -> ServerAnswer
  ) async throws -> ServerAnswer {
    let answer = try await noting(question, ask)
    note(question, answer)
    return answer
  }

  /// Notes an answer that came along with another.
  func note(_ question: String, _ answer: ServerAnswer) {
    state.withLock { $0[question] = .answered(answer.json, moment: answer.moment) }
  }

  /// Puts a page of a list behind those before it.
  nonisolated(nonsending) func notePage(
    of list: String, at start: Int,
    _ ask: nonisolated(nonsending) () async throws -> ServerAnswer
  ) async throws -> ServerAnswer {
    let answer = try await noting(list, ask)
    notePage(of: list, at: start, answer)
    return answer
  }

  func notePage(of list: String, at start: Int, _ answer: ServerAnswer) {
    state.withLock { answers in
      var results = answer.json["results"]?.array ?? []
      var moment = answer.moment
      if start > 0, case .answered(let before, let earlier) = answers[list] {
        results = (before["results"]?.array ?? []).prefix(start) + results
        moment = min(moment, earlier)
      }
      answers[list] = .answered(.page(results), moment: moment)
    }
  }

  /// Notes a failure if there is no answer to be had; an answer is noted by the caller.
  nonisolated(nonsending) func noting<Value>(
    _ question: String, _ ask: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await ask()
    } catch {
      if let answer = SavedCopy.Answer(error) { state.withLock { $0[question] = answer } }
      throw error
    }
  }
}

extension SavedCopy.Answer {
  /// Returns the answer that a copy saves for a question at which a server failed; nil if an answer may yet be had.
  fileprivate init?(_ error: any Error) {
    switch error {
    case OpenMRSProblem.notFound(let text): self = .notFound(text)
    case OpenMRSProblem.missingPrivilege(let name): self = .missingPrivilege(name)
    case OpenMRSProblem.refused(let status, let text): self = .refused(status, text)
    case OpenMRSProblem.exception(let words): self = .refused(0, words)
    case OpenMRSProblem.brokenOff(let list):
      self = .refused(500, "the answer breaks off at “\(list)”, which this user may not see")
    // A page for browsers says as much.
    case HTTPProblem.status(_, let status, _, let line): self = .refused(status, line ?? "")
    case let error where error.isUseless: self = .refused(0, Report(problem: "", error).text)
    default: return nil
    }
  }
}
