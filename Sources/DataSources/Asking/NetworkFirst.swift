import Networking

/// A source that asks the server, gives what is kept where the server fails at a question, and notes how old all of it is.
///
/// A failure that is an answer in itself (there is no such thing, or this user may not see it) stays one. So does that of a server that
/// can't be reached, or doesn't let the user in: then all of a load comes from what is kept, or nothing.
struct NetworkFirst: DataSource {
  let server: any DataSource
  /// The cache and the complete copies; nil if there are none.
  let kept: CachedResponses?
  let ages: ResponseAges

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    do {
      let answer = try await server.answer(to: question)
      ages.note(answer)
      return answer
    } catch {
      guard let kept, error.allowsStaleResponse else { throw error }
      do {
        let answer = try await CacheOnly(kept: kept, ages: ages).answer(to: question)
        ages.noteFailure(error)
        return answer
      } catch let lack {
        // Of an answer that nobody can use, the copy's own reason says more.
        throw error.hasNoResponse && lack.fetchFailure != .notKept ? lack : error
      }
    }
  }
}

/// A source that asks nobody, and gives what is kept.
struct CacheOnly: DataSource {
  let kept: CachedResponses
  let ages: ResponseAges

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    do {
      let answer = try await kept.answer(to: question)
      ages.note(answer)
      return answer
    } catch {
      if error.fetchFailure == .notKept { ages.noteMissing() }
      throw error
    }
  }
}
