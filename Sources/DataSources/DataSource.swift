public import Core
public import Networking

/// A source of responses with their times: a server, a cache, or a combination of them.
///
/// An application implements one for its kind of server. ``SourceChain`` wraps it in others: one
/// coalesces the requests of a screen, one falls back to the cache if the server fails, and one
/// records all responses for an offline copy.
public protocol DataSource: Sendable {
  /// Returns the response to a request, with its time. Suspends only if it has to wait, so that
  /// built-in responses are available for the first frame.
  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse
}

/// A request to a data source: for one thing, or for a page of a list.
///
///     DataRequest("visit?patient=7&v=full", page: DataRequest.Page(start: 0, limit: 20),
///       about: patient)
public struct DataRequest: Hashable, Sendable {
  /// The request in the server's own format, without the page. It identifies the response in an
  /// offline copy.
  public let text: String
  /// The requested page; `nil` if the request isn't for a paged list.
  public let page: Page?
  /// The thing that the response must be about, if it names one; `nil` if any is accepted.
  public let subject: ResourceID?

  /// A page of a list.
  public struct Page: Hashable, Sendable {
    /// The index of the first entry, counted from 0.
    public let start: Int
    /// The maximum number of entries.
    public let limit: Int
    /// Whether the server should count all entries.
    public let isCounted: Bool

    /// Creates a page.
    ///
    ///     DataRequest.Page(start: 0, limit: 20)
    public init(start: Int, limit: Int, isCounted: Bool = false) {
      self.start = start
      self.limit = limit
      self.isCounted = isCounted
    }
  }

  /// Creates a request.
  public init(_ text: String, page: Page? = nil, about subject: ResourceID? = nil) {
    self.text = text
    self.page = page
    self.subject = subject
  }

  /// Returns the request with a page of at most `limit` entries.
  public func limited(to limit: Int) -> DataRequest {
    guard let page else { return self }
    let fewer = min(page.limit, limit)
    return DataRequest(
      text, page: Page(start: page.start, limit: fewer, isCounted: page.isCounted), about: subject)
  }
}
