public import Core
public import Networking

/// A source that returns responses to requests, with their times: a server, a cache, or a
/// combination of both.
///
/// An application implements a source for its kind of server. ``SourceChain`` combines it with
/// others: one sends equal requests of a screen only once, one falls back to the cache if the
/// server fails, and one records responses for an offline copy.
public protocol DataSource: Sendable {
  /// Returns the response to a request, with its time. Implementations suspend only if they have to
  /// wait, so that built-in data is available immediately.
  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse
}

/// A request to a ``DataSource``: for a single resource, or for one page of a list.
///
///     DataRequest("visit?patient=7&v=full", page: DataRequest.Page(start: 0, limit: 20),
///       about: patient)
public struct DataRequest: Hashable, Sendable {
  /// The request in the server's own format, without the page. In an offline copy, this text
  /// identifies the response.
  public let text: String
  /// The requested page of a list; `nil` if the request is for a single resource or a whole list.
  public let page: Page?
  /// The resource, such as a patient, to which the response must refer if it names one. `nil` if
  /// responses about any resource are accepted.
  public let subject: ResourceID?

  /// The range of a list's entries that a request asks for.
  public struct Page: Hashable, Sendable {
    /// The index of the page's first entry, counted from 0.
    public let start: Int
    /// The maximum number of entries in the page.
    public let limit: Int
    /// Whether the server should also report the total number of the list's entries.
    public let isCounted: Bool

    /// Creates a page from the index of its first entry and its maximum number of entries.
    ///
    ///     DataRequest.Page(start: 0, limit: 20)
    public init(start: Int, limit: Int, isCounted: Bool = false) {
      self.start = start
      self.limit = limit
      self.isCounted = isCounted
    }
  }

  /// Creates a request to a data source.
  ///
  /// - Parameters:
  ///   - text: The request in the server's own format, without the page.
  ///   - page: The page of a list; `nil` if the request isn't for a page.
  ///   - subject: The resource to which the response must refer; `nil` if any is accepted.
  public init(_ text: String, page: Page? = nil, about subject: ResourceID? = nil) {
    self.text = text
    self.page = page
    self.subject = subject
  }

  /// Returns a copy of the request whose page has at most `limit` entries. A request without a page
  /// is returned unchanged.
  public func limited(to limit: Int) -> DataRequest {
    guard let page else { return self }
    let fewer = min(page.limit, limit)
    return DataRequest(
      text, page: Page(start: page.start, limit: fewer, isCounted: page.isCounted), about: subject)
  }
}
