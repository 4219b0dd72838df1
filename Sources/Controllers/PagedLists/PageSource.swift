public import Screens

/// The source of a ``PagedListController``: it requests pages of rows from a server, and may also
/// read them from a cache.
@MainActor public struct PageSource<Row: Sendable> {
  /// Requests a page from the server.
  public let fetch: @MainActor (ListPageRequest) async throws -> ListPage<Row>
  /// Returns a page from the cache, to be shown until the server responds; `nil` if the page isn't
  /// cached.
  public let cached: @MainActor (ListPageRequest) async -> ListPage<Row>?

  /// Creates a source from a function that requests a page.
  ///
  /// ```swift
  /// PageSource { request in
  ///   let page = try await server.visits(from: request.start, count: request.count)
  ///   return ListPage(rows: page.visits, total: page.total, hasMore: page.hasMore)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: Requests a page. If it throws, the error is shown and the previous content stays.
  ///   - cached: Returns a page from the cache, to be shown until the response arrives; `nil` if it
  ///     isn't cached.
  public init(
    _ fetch: @escaping @MainActor (ListPageRequest) async throws -> ListPage<Row>,
    cached: @escaping @MainActor (ListPageRequest) async -> ListPage<Row>? = { _ in nil }
  ) {
    self.fetch = fetch
    self.cached = cached
  }
}

/// A request for consecutive entries of a server's list.
///
/// Page boundaries are fixed, so that a cache finds the pages again. The first page has 20 entries,
/// which fill a screen; the second ends at the 50th entry; each further page has 50. When a filter
/// or an order needs all rows, a request may include the next page, too.
public struct ListPageRequest: Sendable {
  /// The index of the first entry in the server's list, counted from 0.
  public let start: Int
  /// The number of requested entries, at most 100.
  public let count: Int
  /// The reason for the load, such as a refresh by the user. From it the source decides whether it
  /// may use its cache.
  public let loadReason: LoadReason
  private let reportProgress: @MainActor (String) -> Void

  /// Creates a request for a page, for example to test a source.
  ///
  ///     ListPageRequest(start: 50, count: 50, loadReason: .appear)
  ///
  /// - Parameters:
  ///   - start: The index of the first entry in the server's list, counted from 0.
  ///   - count: The number of requested entries.
  ///   - loadReason: The reason for the load.
  ///   - progress: Called with the progress when the source calls `say`.
  public init(
    start: Int, count: Int, loadReason: LoadReason,
    progress: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    self.start = start
    self.count = count
    self.loadReason = loadReason
    reportProgress = progress
  }

  /// Shows the progress of a slow request to the user, such as "34 % of the file".
  @MainActor public func say(_ progress: String) { reportProgress(progress) }
}

extension ListPageRequest {
  private static let first = 20
  private static let length = 50

  /// Requests the rest of the page from `start` on; with `isLong`, also the next page.
  init(
    from start: Int, isLong: Bool = false, _ loadReason: LoadReason,
    progress: @escaping @MainActor (String) -> Void
  ) {
    let end = start < Self.first ? Self.first : (start / Self.length + 1) * Self.length
    self.init(
      start: start, count: (isLong ? end + Self.length : end) - start, loadReason: loadReason,
      progress: progress)
  }

  static func start(of index: Int) -> Int {
    (first..<length).contains(index) ? first : index / length * length
  }
}

/// The response to a ``ListPageRequest``: the rows of one page of a paged list.
public struct ListPage<Row: Sendable>: Sendable {
  /// The rows of the page that could be decoded.
  public let rows: [Row]
  /// The number of server entries that the page covers: its rows, and entries that couldn't be
  /// decoded. It determines the start of the next page.
  public let count: Int
  /// The number of entries in the server's whole list; `nil` if the server doesn't report it.
  public let total: Int?
  /// Whether the server has entries after this page.
  public let hasMore: Bool
  /// A sentence for the user about the rows, for example that some couldn't be decoded; `nil` for
  /// none.
  public let note: String?
  /// The number of entries on this page that couldn't be decoded.
  public var unreadableCount = 0
  /// The ids of those rows that come from an earlier response, because their entries in the last
  /// one couldn't be decoded. The list marks them with ~. `rows` must contain the earlier rows.
  public var lastSeenIDs: Set<String> = []
  /// The source and status of the rows; `nil` to keep the provenance that the list shows.
  public let provenance: Provenance?
  /// Columns that replace those of the whole list; `nil` to keep the list's current columns.
  public var columns: ListColumns<Row>?
  /// The error because of which the rows aren't the source's current data, for example if they come
  /// from the cache; `nil` if they are current. It is shown to a user who requested a refresh.
  public let failure: (any Error)?

  /// Creates a page from its rows. Without `count`, each row counts as one server entry.
  ///
  ///     ListPage(rows: answer.visits, total: answer.total, hasMore: answer.hasMore)
  public init(
    rows: [Row], count: Int? = nil, total: Int? = nil, hasMore: Bool, note: String? = nil,
    from provenance: Provenance? = nil, failure: (any Error)? = nil
  ) {
    self.rows = rows
    self.count = count ?? rows.count
    self.total = total
    self.hasMore = hasMore
    self.note = note
    self.provenance = provenance
    self.failure = failure
  }
}
