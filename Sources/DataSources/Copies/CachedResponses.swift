public import Networking
public import Values

/// The complete copies that answers may be kept in.
public protocol OfflineStore: Sendable {
  /// Returns the answers of a thing's copy by their questions, and the moment of the copy; nil without one that can be read.
  nonisolated(nonsending) func copy(
    about subject: ResourceID
  ) async -> (answers: [String: StoredResponse], timestamp: Int)?
}

/// The earlier answers of the server: the cached ones, and those in complete copies.
///
/// If the cache and a copy both have an answer, the later one counts. A moment that is still to come was written while the clock was wrong,
/// and says nothing: then the cache counts, which holds what was heard last.
public struct CachedResponses: DataSource {
  private let copies: (any OfflineStore)?
  private let connection: Connection
  let adapter: any ServerAdapter
  private let now: @Sendable () -> Int
  /// The thing whose complete copy has the answers; nil if only the cache does.
  public var subject: ResourceID?

  /// Creates the kept answers, without copies where none are made; `now` tells the time, in seconds since 1970.
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

  public nonisolated(nonsending) func answer(to question: DataRequest) async throws
    -> ServerResponse
  {
    let answer = try await later(of: cached(question), question)
    try adapter.check(answer, to: question)
    return answer
  }

  /// Returns the cached answer or the copy's, whichever is later.
  private nonisolated(nonsending) func later(
    of cached: ServerResponse?, _ question: DataRequest
  ) async throws -> ServerResponse {
    guard let copies, let subject, let copy = await copies.copy(about: subject),
      let answer = copy.answers[question.text]
    else {
      guard let cached else { throw adapter.notKept }
      return cached
    }
    let timestamp = answer.timestamp ?? copy.timestamp
    if let cached, cached.timestamp > timestamp || timestamp > now() { return cached }
    switch answer {
    case .answered(let body, let timestamp), .earlier(let body, let timestamp, _, _):
      return ServerResponse(try part(of: body, question.page), timestamp: timestamp, place: "")
    case .lacking(let lack): throw adapter.problem(lack)
    }
  }

  /// Returns a page of a list, which a copy has whole. No answer at all isn't an empty list.
  private func part(of body: StoredBody, _ page: DataRequest.Page?) throws -> JSON {
    guard let page else { return try body.json }
    let start = max(0, page.start)
    if let count = body.entryCount {
      let end = min(count, start + max(0, page.limit))
      return adapter.list(of: try body.entries(min(start, end)..<end), total: count)
    }
    // A copy of format 1 has the list in one.
    let json = try body.json
    if json == .null { return json }
    let entries = adapter.entries(of: json)
    return adapter.list(
      of: Array(entries.dropFirst(start).prefix(max(0, page.limit))), total: entries.count)
  }

  private nonisolated(nonsending) func cached(_ question: DataRequest) async -> ServerResponse? {
    for address in adapter.addresses(of: question) {
      if let answer = await connection.known(address) { return answer }
    }
    return nil
  }
}
