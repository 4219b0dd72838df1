public import Screens

/// The source of a list that comes in pieces.
@MainActor public struct PageSource<Row: Sendable> {
  /// Asks for a page.
  public let ask: @MainActor (ListPageRequest) async throws -> ListPage<Row>
  /// Returns a page from the cache; nil if it isn't there.
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
  ///   - ask: Asks for a page. An error that it throws is shown as a problem, and what was shown before stays.
  ///   - known: Returns a page from the cache, to be shown until the answer is there; nil if it isn't there.
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
/// Pages begin and end at the same places whatever the person does, so a page in the cache is found again: the first twenty entries, which
/// fill a screen, those up to the fiftieth, and fifty at a time from there.
public struct ListPageRequest: Sendable {
  /// The place of the first entry in the server's list, counted from 0.
  public let start: Int
  /// The number of entries, at most 100.
  public let count: Int
  /// The freshness that the page must have.
  public let loadReason: LoadReason
  private let takeProgress: @MainActor (String) -> Void

  /// Creates a request. `progress` takes the sentences of a source that works for long.
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

  /// Shows the progress of a page that takes long: "34 % of the file".
  @MainActor public func say(_ progress: String) { takeProgress(progress) }
}

extension ListPageRequest {
  private static let first = 20
  private static let length = 50

  /// Creates a request for the page that begins there, or the rest of it if a server gave fewer entries than it was asked for. `isLong` if
  /// many are wanted.
  init(
    from start: Int, isLong: Bool = false, _ loadReason: LoadReason,
    progress: @escaping @MainActor (String) -> Void
  ) {
    let end = start < Self.first ? Self.first : (start / Self.length + 1) * Self.length
    self.init(
      start: start, count: (isLong ? end + Self.length : end) - start, loadReason: loadReason,
      progress: progress)
  }

  /// Returns the place at which the page of an entry begins.
  static func start(of place: Int) -> Int {
    (first..<length).contains(place) ? first : place / length * length
  }
}
