public import Screens

/// The source of a paged list.
@MainActor public struct PageSource<Row: Sendable> {
  /// Requests a page.
  public let fetch: @MainActor (ListPageRequest) async throws -> ListPage<Row>
  /// Returns a page from the cache; `nil` if it isn't cached.
  public let cached: @MainActor (ListPageRequest) async -> ListPage<Row>?

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
  private let reportProgress: @MainActor (String) -> Void

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
    reportProgress = progress
  }

  /// Shows the progress of a slow page, such as "34 % of the file".
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

/// A page of a paged list.
public struct ListPage<Row: Sendable>: Sendable {
  /// The decoded rows.
  public let rows: [Row]
  /// The number of the server's entries on this page: rows, and entries that couldn't be decoded.
  /// The next page starts after them.
  public let count: Int
  /// The total number of entries; `nil` if the server doesn't report it.
  public let total: Int?
  /// Whether the server has entries after this page.
  public let hasMore: Bool
  /// A sentence for the user about the rows, for example that some couldn't be decoded.
  public let note: String?
  /// The number of entries that couldn't be decoded.
  public var unreadableCount = 0
  /// The ids of the rows that are missing from the source's last response because not all of it
  /// could be decoded. They are shown as last seen, marked with ~.
  public var lastSeenIDs: Set<String> = []
  /// The source of the rows and their status; `nil` for the list's own.
  public let provenance: Provenance?
  /// The columns of the whole list; `nil` for those that the list was created with.
  public var columns: ListColumns<Row>?
  /// Why the rows aren't the source's current data; `nil` if they are. Shown to a user who
  /// requested a refresh.
  public let failure: (any Error)?

  /// Creates a page. Without `count`, each row counts as one entry.
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
