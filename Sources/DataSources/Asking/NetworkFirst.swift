import Networking

/// Asks the server, and falls back to the cache if the server fails on a request
/// (`stale-if-error`). Records the ages of all responses.
///
/// Doesn't fall back if the thing doesn't exist or the user isn't permitted to see it. Nor if the
/// server can't be reached or authentication failed: then the whole load comes from the cache, or
/// fails.
struct NetworkFirst: DataSource {
  let server: any DataSource
  /// The cache and the offline copies; `nil` if there are none.
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
        // If the response is unusable, the copy's own error is more informative.
        throw error.hasNoResponse && lack.fetchFailure != .notKept ? lack : error
      }
    }
  }
}

/// A source that only reads the cache and the offline copies, without a server.
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
