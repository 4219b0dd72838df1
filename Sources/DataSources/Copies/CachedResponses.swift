public import Core
public import Networking

/// A store of offline copies: the responses about a resource, such as a patient, that the user
/// saved to read without the server.
public protocol OfflineStore: Sendable {
  /// Returns an offline copy's responses by the texts of their requests, the time of the copy, and
  /// the number of times the system clock had been set back before. Returns `nil` if there is no
  /// readable copy of the resource.
  nonisolated(nonsending) func copy(
    about subject: ResourceID
  ) async -> (responses: [String: StoredResponse], timestamp: Int, turn: Int)?
}

/// A data source that reads responses from the cache and from offline copies, without asking the
/// server.
///
/// If both contain a response, the one received last is returned, even if the clock was set back in
/// between. If the order isn't known and the copy's time is in the future, the cache's response is
/// returned.
public struct CachedResponses: DataSource {
  private let copies: (any OfflineStore)?
  private let connection: Connection
  let adapter: any ServerAdapter
  private let now: @Sendable () -> Int
  /// The resource, such as a patient, whose offline copy is read. `nil` if only the cache is read.
  public var subject: ResourceID?

  /// Creates a source that reads a connection's cache and, optionally, offline copies.
  ///
  ///     CachedResponses(cacheOf: connection, adapter: NorthAdapter(), now: { clock.seconds })
  ///
  /// - Parameters:
  ///   - copies: The store of offline copies; `nil` for applications without offline copies.
  ///   - connection: The connection whose cache is read.
  ///   - adapter: The rules of the server, for example how its lists are formatted.
  ///   - now: Returns the present time, in seconds since 1970.
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
