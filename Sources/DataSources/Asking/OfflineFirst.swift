import Networking

/// A source that asks the server, gives what is kept where the server fails at a question, and notes how old all of it is.
///
/// A failure that is an answer in itself (there is no such thing, or this user may not see it) stays one. So does that of a server that
/// can't be reached, or doesn't let the user in: then all of a load comes from what is kept, or nothing.
struct OfflineFirst: DataSource {
  let server: any DataSource
  /// The cache and the complete copies; nil if there are none.
  let kept: KeptAnswers?
  let ages: AnswerAges

  nonisolated(nonsending) func answer(to question: Question) async throws -> ServerAnswer {
    do {
      let answer = try await server.answer(to: question)
      ages.note(answer)
      return answer
    } catch {
      guard let kept, error.leavesWhatWasKnown else { throw error }
      do {
        let answer = try await KeptAlone(kept: kept, ages: ages).answer(to: question)
        ages.noteFailure(error)
        return answer
      } catch let lack {
        // Of an answer that nobody can use, the copy's own reason says more.
        throw error.isWithoutAnswer && lack.answerAbsence != .notKept ? lack : error
      }
    }
  }
}

/// A source that asks nobody, and gives what is kept.
struct KeptAlone: DataSource {
  let kept: KeptAnswers
  let ages: AnswerAges

  nonisolated(nonsending) func answer(to question: Question) async throws -> ServerAnswer {
    do {
      let answer = try await kept.answer(to: question)
      ages.note(answer)
      return answer
    } catch {
      if error.answerAbsence == .notKept { ages.noteMissing() }
      throw error
    }
  }
}
