public import Core
public import Networking

/// The offline copies in which responses may be found.
public protocol OfflineStore: Sendable {
  /// Returns the responses of an offline copy by their requests, the time of the copy, and the
  /// number of times the clock was set back before; `nil` without a readable copy.
  nonisolated(nonsending) func copy(
    about subject: ResourceID
  ) async -> (responses: [String: StoredResponse], timestamp: Int, turn: Int)?
}

/// The cached responses: those in the response cache, and those in offline copies.
///
/// If both have a response, the one received last is returned, even if the clock was set back in
/// between. If that isn't known and a copy's timestamp is in the future, the response cache wins.
public struct CachedResponses: DataSource {
  private let copies: (any OfflineStore)?
  private let connection: Connection
  let adapter: any ServerAdapter
  private let now: @Sendable () -> Int
  /// The thing whose offline copy is read; `nil` if only the response cache is.
  public var subject: ResourceID?

  /// Creates a source of cached responses. `copies` is `nil` for applications without offline
  /// copies; `now` returns seconds since 1970.
  ///
  ///     CachedResponses(cacheOf: connection, adapter: NorthAdapter(), now: { clock.seconds })
  public init(
    _ copies: (any OfflineStore)? = nil, cacheOf connection: Connection, adapter: any ServerAdapter,
    now: @escaping @Sendable () -> Int
  ) {
    self.copies = copies
    self.connection = connection
    self.adapter = adapter
    self.now = now
  }

  public nonisolated(nonsending) func response(to request: DataRequest) async throws
    -> ServerResponse
  {
    let response = try await newer(of: cached(request), request)
    try adapter.check(response, to: request)
    return response
  }

  private nonisolated(nonsending) func newer(
    of cached: ServerResponse?, _ request: DataRequest
  ) async throws -> ServerResponse {
    guard let copies, let subject, let copy = await copies.copy(about: subject),
      let response = copy.responses[request.text]
    else {
      guard let cached else { throw adapter.notCached }
      return cached
    }
    let timestamp = response.timestamp ?? copy.timestamp
    if let cached, cached.turn >= copy.turn,
      cached.turn > copy.turn || cached.timestamp > timestamp || timestamp > now()
    {
      return cached
    }
    switch response {
    case .received(let body, let timestamp), .earlier(let body, let timestamp, _, _):
      return ServerResponse(try part(of: body, request.page), timestamp: timestamp, location: "")
    case .unavailable(let reason): throw adapter.error(for: reason)
    }
  }

  /// A copy contains a list completely. An empty response (204) isn't an empty list.
  private func part(of body: StoredBody, _ page: DataRequest.Page?) throws -> JSON {
    guard let page else { return try body.json }
    let start = max(0, page.start)
    if let count = body.entryCount {
      let end = min(count, start + max(0, page.limit))
      return adapter.list(of: try body.entries(min(start, end)..<end), total: count)
    }
    // In format 1 the list is one body.
    let json = try body.json
    if json == .null { return json }
    let entries = adapter.entries(of: json)
    return adapter.list(
      of: Array(entries.dropFirst(start).prefix(max(0, page.limit))), total: entries.count)
  }

  private nonisolated(nonsending) func cached(_ request: DataRequest) async -> ServerResponse? {
    for address in adapter.addresses(of: request) {
      if let response = await connection.cachedResponse(address) { return response }
    }
    return nil
  }
}
