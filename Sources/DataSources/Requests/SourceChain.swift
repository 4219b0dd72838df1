public import Networking

/// The chain of sources through which a client sends its requests.
///
/// Requests go to the server first, coalesced for each screen; if it fails, the cache or an offline
/// copy supplies the response. ``cacheOnly`` is the chain without the server;
/// ``collecting(_:from:)`` asks only the server, and records all responses for an offline copy.
///
/// ```swift
/// var client = Client(sources: SourceChain(MyServer(connection), cache: CachedResponses(…)))
/// let response = try await client.sources.response(to: DataRequest("visit?patient=7", about:
/// patient))
/// ```
public struct SourceChain: Sendable {
  private let server: any DataSource
  /// The cache and the offline copies; `nil` if there are none.
  public var cache: CachedResponses?
  /// The responses that a screen reuses until it is refreshed; `nil` if every request is sent.
  public var screenMemo: ResponseMemo?
  /// Limits a page of a list, or a load from the cache; `nil` if only each response is limited.
  var budget: MemoryBudget?
  /// Whether only the cache is read, and the server isn't asked.
  public private(set) var isCacheOnly = false
  /// The ages of the responses so far.
  public private(set) var ages = ResponseAges()
  /// Records all responses for an offline copy; `nil` if they aren't recorded.
  public private(set) var recorder: ResponseRecorder?

  /// Creates a chain.
  public init(_ server: any DataSource, cache: CachedResponses? = nil) {
    self.server = server
    self.cache = cache
  }

  /// Returns the response to a request. Throws the server's error, or the cache's if that is more
  /// informative.
  public nonisolated(nonsending) func response(to request: DataRequest) async throws
    -> ServerResponse
  {
    try await source.response(to: request)
  }

  private var source: any DataSource {
    if isCacheOnly, let cache {
      let cacheSource = CacheOnly(cache: cache, ages: ages)
      return budget.map { BudgetedSource(source: cacheSource, budget: $0) } ?? cacheSource
    }
    let serverSource: any DataSource =
      if let recorder {
        RecordingSource(server: server, recorder: recorder)
      } else if let screenMemo {
        // Without a cache, the responses from before the refresh are the fallback.
        CoalescingSource(server: server, memo: screenMemo, ages: cache == nil ? ages : nil)
      } else if let budget {
        BudgetedSource(source: server, budget: budget)
      } else {
        server
      }
    return NetworkFirst(server: serverSource, cache: cache, ages: ages)
  }

  /// The chain for one load, which collects its own ages.
  public var forOneLoad: SourceChain {
    var chain = self
    chain.ages = ResponseAges()
    return chain
  }

  /// The chain without the server; `nil` if nothing is cached.
  public var cacheOnly: SourceChain? {
    guard let cache else { return nil }
    var chain = SourceChain(server, cache: cache)
    chain.isCacheOnly = true
    // An offline copy may be larger than the available memory.
    if cache.subject != nil { chain.budget = MemoryBudget() }
    return chain
  }

  /// Returns a chain that sends every request to the server and records the responses.
  public static func collecting(_ recorder: ResponseRecorder, from server: any DataSource)
    -> SourceChain
  {
    var chain = SourceChain(server)
    chain.recorder = recorder
    return chain
  }

  /// The chain without recording, for a caller that records the responses itself.
  public var withoutRecorder: SourceChain {
    var chain = self
    chain.recorder = nil
    return chain
  }
}

/// Falls back to the cache if the server fails on a request (`stale-if-error`), but not if the
/// thing is missing or forbidden. If the server can't be reached or authentication failed, the
/// whole load comes from the cache, or fails.
struct NetworkFirst: DataSource {
  let server: any DataSource
  let cache: CachedResponses?
  let ages: ResponseAges

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    do {
      let response = try await server.response(to: request)
      ages.note(response)
      return response
    } catch {
      guard let cache, error.allowsStaleResponse else { throw error }
      do {
        let response = try await CacheOnly(cache: cache, ages: ages).response(to: request)
        ages.noteFailure(error)
        return response
      } catch let cacheError {
        // If the response is unusable, the copy's own error is more informative.
        throw error.hasNoResponse && FetchFailure(cacheError) != .notCached ? cacheError : error
      }
    }
  }
}

/// A source that only reads the cache and the offline copies, without a server.
struct CacheOnly: DataSource {
  let cache: CachedResponses
  let ages: ResponseAges

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    do {
      let response = try await cache.response(to: request)
      ages.note(response)
      return response
    } catch {
      if FetchFailure(error) == .notCached { ages.noteMissing() }
      throw error
    }
  }
}
