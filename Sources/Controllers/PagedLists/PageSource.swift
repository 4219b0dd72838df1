public import Screens

/// The source of a paged list.
@MainActor public struct PageSource<Row: Sendable> {
  /// Requests a page.
  public let ask: @MainActor (ListPageRequest) async throws -> ListPage<Row>
  /// Returns a page from the cache; `nil` if it isn't cached.
  public let known: @MainActor (ListPageRequest) async -> ListPage<Row>?

  /// Creates a source of pages.
  ///
  /// ```swift
  /// PageSource { request in
  ///   let page = try await server.visits(from: request.start, count: request.count)
  ///   return ListPage(rows: page.visits, total: page.total, hasMore: page.hasMore)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - ask: Requests a page. If it throws, the error is shown and the previous content stays.
  ///   - known: Returns a page from the cache, to be shown until the response arrives; `nil` if it
  ///     isn't cached.
  public init(
    _ ask: @escaping @MainActor (ListPageRequest) async throws -> ListPage<Row>,
    known: @escaping @MainActor (ListPageRequest) async -> ListPage<Row>? = { _ in nil }
  ) {
    self.ask = ask
    self.known = known
  }
}

/// A request for one page of a list.
///
/// Page boundaries are fixed, so that cached pages are found again: the first 20 entries, which
/// fill a screen, then up to the 50th, then 50 each.
public struct ListPageRequest: Sendable {
  /// The index of the first entry in the server's list, counted from 0.
  public let start: Int
  /// The number of entries, at most 100.
  public let count: Int
  /// Why the page is loaded, and so whether the cache may be used.
  public let loadReason: LoadReason
  private let takeProgress: @MainActor (String) -> Void

  /// Creates a request. `progress` is called with the progress of a slow source.
  ///
  ///     ListPageRequest(start: 50, count: 50, loadReason: .appear)
  public init(
    start: Int, count: Int, loadReason: LoadReason,
    progress: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.start = start
    self.count = count
    self.loadReason = loadReason
    takeProgress = progress
  }

  /// Shows the progress of a slow page, such as "34 % of the file".
  @MainActor public func say(_ progress: String) { takeProgress(progress) }
}

extension ListPageRequest {
  private static let first = 20
  private static let length = 50

  /// Creates a request for the page that starts at an index, or for the rest of it if the server
  /// returned fewer entries than requested. With `isLong`, the next page is included.
  init(
    from start: Int, isLong: Bool = false, _ loadReason: LoadReason,
    progress: @escaping @MainActor (String) -> Void
  ) {
    let end = start < Self.first ? Self.first : (start / Self.length + 1) * Self.length
    self.init(
      start: start, count: (isLong ? end + Self.length : end) - start, loadReason: loadReason,
      progress: progress)
  }

  /// Returns the index at which the page of an entry starts.
  static func start(of place: Int) -> Int {
    (first..<length).contains(place) ? first : place / length * length
  }
}
