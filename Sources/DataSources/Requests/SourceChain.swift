public import Networking

/// A chain of data sources through which a ``DataClient`` sends its requests.
///
/// Requests go to the server first. If it fails on a request or sends an unusable response, the
/// cache or an offline copy supplies the response; if it can't be reached, the request fails.
/// ``cacheOnly`` returns a chain that never asks the server. ``collecting(_:from:)`` returns one
/// that only asks the server, and records all responses for an offline copy.
///
/// ```swift
/// var client = Client(sources: SourceChain(MyServer(connection), cache: CachedResponses(…)))
/// let response = try await client.sources.response(
///   to: DataRequest("visit?patient=7", about: patient))
/// ```
public struct SourceChain: Sendable {
  private let server: any DataSource
  /// The source of cached responses and offline copies; `nil` if there is neither.
  public var cache: CachedResponses?
  /// The responses that the sections of a screen share until it is refreshed. `nil` if every
  /// request is sent.
  public var screenMemo: ResponseMemo?
  /// Limits a page of a list, or a load from the cache; `nil` if only each response is limited.
  var budget: MemoryBudget?
  /// Whether this chain reads only the cache and never asks the server.
  public private(set) var isCacheOnly = false
  /// The ages of the responses received through this chain so far.
  public private(set) var ages = ResponseAges()
  /// The recorder that stores all responses for an offline copy; `nil` if responses aren't
  /// recorded.
  public private(set) var recorder: ResponseRecorder?

  /// Creates a chain that asks a server, and falls back to a cache if the server fails on a request
  /// (see ``FetchFailure``).
  ///
  /// - Parameters:
  ///   - server: The source that sends requests to the server.
  ///   - cache: The source of cached responses; `nil` if there is none.
  public init(_ server: any DataSource, cache: CachedResponses? = nil) {
    self.server = server
    self.cache = cache
  }

  /// Returns the response to a request from the server, or from the cache if the server's failure
  /// allows it. If both fail, throws the server's error, or the cache's error if that says more.
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

  /// A copy of this chain for one load of data, with its own ages.
  public var forOneLoad: SourceChain {
    var chain = self
    chain.ages = ResponseAges()
    return chain
  }

  /// A copy of this chain that reads only the cache and never asks the server; `nil` if there is no
  /// cache.
  public var cacheOnly: SourceChain? {
    guard let cache else { return nil }
    var chain = SourceChain(server, cache: cache)
    chain.isCacheOnly = true
    // An offline copy may be larger than the available memory.
    if cache.subject != nil { chain.budget = MemoryBudget() }
    return chain
  }

  /// Returns a chain that sends every request to the server and records the responses, for making
  /// an offline copy.
  public static func collecting(_ recorder: ResponseRecorder, from server: any DataSource)
    -> SourceChain
  {
    var chain = SourceChain(server)
    chain.recorder = recorder
    return chain
  }

  /// A copy of this chain that doesn't record responses. Use it if the caller records them itself.
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
