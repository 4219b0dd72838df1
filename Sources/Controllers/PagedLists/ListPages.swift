import Screens

/// The contiguous pages of a list that are in memory: about a thousand rows, wherever the user
/// goes, so that a list of any length needs the same memory. Evicted pages are requested again when
/// they become visible.
@MainActor final class ListPages<Row: Sendable> {
  private let id: @Sendable (Row) -> String
  /// The part of an id that stays when rows are inserted before the row; `nil` for all of it.
  private let stableID: (@Sendable (String) -> String)?
  var source: PageSource<Row>
  var say: @MainActor (String) -> Void = { _ in }
  /// The source of the list: loads pages, and shows the rows that are then in memory.
  var show: @MainActor (Load<ListContent<Row>>) async throws -> Void = { _ in }
  private(set) var rows: [Row] = []
  private(set) var pageTable = PageTable()
  private var ids: Set<String> = []
  /// The provenance of the oldest page, which determines the list's age.
  private(set) var provenance: Provenance?
  private(set) var isLoaded = false
  private(set) var columns: ListColumns<Row>?
  /// Why some rows aren't the source's current data.
  private(set) var failure: (any Error)?

  /// The number of rows at which loading for a filter or an order stops.
  static var searchLimit: Int { 100_000 }
  /// The number of additional pages that are searched for a moved row.
  private static var searchedPages: Int { 2 }
  /// The number of consecutive pages above without new rows.
  private var pagesWithoutNewRows = 0

  init(
    id: @escaping @Sendable (Row) -> String, stableID: (@Sendable (String) -> String)? = nil,
    source: PageSource<Row>
  ) {
    self.id = id
    self.stableID = stableID
    self.source = source
  }

  func clear() { adopt(ListPages(id: id, stableID: stableID, source: source)) }

  /// A section of the list to load.
  struct Part {
    /// The index of its first entry in the server's list.
    var start: Int
    var count: Int
    /// The id of a row that should be in the section.
    var id: String?
  }

  /// Calls `shown` once cached rows can be shown before the response.
  func load(_ part: Part, _ loadReason: LoadReason, shown: () -> Void) async throws {
    var part = part
    if loadReason == .appear, !isLoaded,
      let before = try? await filled(part, loadReason, from: PageSource(cached: source))
    {
      adopt(before)
      shown()
      part.count = max(part.count, pageTable.end - part.start)
    }
    adopt(try await filled(part, loadReason, from: source))
  }

  /// Does nothing and returns false if the user has gone elsewhere (`isWanted`).
  func go(to part: Part, isWanted: () -> Bool) async throws -> Bool {
    let new = try await filled(part, .appear, from: source)
    guard isWanted() else { return false }
    adopt(new)
    return true
  }

  private func filled(
    _ part: Part, _ loadReason: LoadReason, from source: PageSource<Row>
  ) async throws -> ListPages {
    let new = ListPages(id: id, stableID: stableID, source: source)
    new.say = say
    var isThere: Bool { part.id.map { new.contains($0) } ?? true }
    var start = ListPageRequest.start(of: part.start)
    var extra = 0
    repeat {
      let page = try await new.fetch(request(from: start, loadReason))
      if page.count == 0, start > 0, new.rows.isEmpty {
        // The list has become shorter. The server's total may be any number; the lowest one minus 1
        // would trap.
        let last = ListPageRequest.start(of: max(1, page.total ?? 1) - 1)
        start = last < start ? last : 0
        continue
      }
      new.append(page, at: start)
      start = new.pageTable.end
      if start >= part.start + part.count { extra += 1 }
    } while !new.isLoaded
      || new.pageTable.hasMore
        && (start < part.start + part.count || !isThere && extra <= Self.searchedPages)
    if !isThere, new.pageTable.start > 0 { try await new.loadAbove() }
    return new
  }

  /// Returns whether a row is in memory, even if it was moved and has another id.
  private func contains(_ wanted: String) -> Bool {
    if ids.contains(wanted) { return true }
    guard let stableID else { return false }
    let wantedStableID = stableID(wanted)
    return ids.contains { stableID($0) == wantedStableID }
  }

  func loadBelow(shown: () -> Void) async throws {
    let start = pageTable.end
    let request = request(from: start)
    let before = await source.cached(request)
    try Task.checkCancellation()
    let age = provenance
    if let before {
      append(before, at: start)
      shown()
    }
    let page = try await fetch(request)
    if before != nil {
      removeLast()
      provenance = age
    }
    append(page, at: start)
  }

  func loadAbove() async throws {
    let end = pageTable.start
    let first = ListPageRequest.start(of: end - 1)
    var above: [(page: ListPage<Row>, start: Int)] = []
    var start = first
    while start < end {
      let page = try await fetch(
        ListPageRequest(
          start: start, count: end - start, loadReason: .appear, progress: say))
      above.append((page, start))
      start += page.count
      if page.count == 0 { break }
    }
    var new: [Row] = []
    for (index, part) in above.enumerated() {
      let rows = unknown(part.page.rows)
      new += rows
      note(part.page.provenance)
      pageTable.insert(part.page, at: part.start, rowCount: rows.count, in: index)
    }
    rows = new + rows
    pagesWithoutNewRows = new.isEmpty ? pagesWithoutNewRows + 1 : 0
    // A page may contain only rows that have moved, but a source that always returns the same rows
    // would cause an endless loop.
    if pagesWithoutNewRows > Self.searchedPages { pageTable.rebase() }
  }

  /// Stops at the limit. Calls `shown` whenever the number of rows has doubled.
  func loadAll(shown: () -> Void) async throws {
    while pageTable.start > 0 { try await loadAbove() }
    var count = rows.count
    while pageTable.hasMore, rows.count < Self.searchLimit {
      let start = pageTable.end
      let isLong = pageTable.pages.last?.note == nil
      var page = try await fetch(request(from: start, isLong: isLong))
      // A note belongs to the rows of its page. On a double page it would apply to other rows than
      // after a restart.
      if isLong, page.note != nil { page = try await fetch(request(from: start)) }
      append(page, at: start)
      if rows.count >= 2 * count {
        count = rows.count
        shown()
      }
      if pageTable.hasMore { say("\(rows.count)" + (pageTable.total.map { " of \($0)" } ?? "")) }
    }
  }

  private func request(
    from start: Int, isLong: Bool = false, _ loadReason: LoadReason = .appear
  ) -> ListPageRequest {
    ListPageRequest(from: start, isLong: isLong, loadReason, progress: say)
  }

  private func fetch(_ request: ListPageRequest) async throws -> ListPage<Row> {
    let page = try await source.fetch(request)
    try Task.checkCancellation()
    return page
  }

  private func append(_ page: ListPage<Row>, at start: Int) {
    let new = unknown(page.rows)
    rows += new
    pageTable.append(page, at: start, rowCount: new.count)
    note(page.provenance)
    columns = page.columns ?? columns
    failure = page.failure ?? failure
    isLoaded = true
  }

  /// If an entry is inserted at the top, rows move to the next page, and are received again.
  private func unknown(_ rows: [Row]) -> [Row] { rows.filter { ids.insert(id($0)).inserted } }

  private func note(_ age: Provenance?) {
    guard let age else { return }
    let timestamp = age.timestamp ?? .min
    if provenance.map({ timestamp < $0.timestamp ?? .min }) ?? true { provenance = age }
  }

  /// Returns the pages to retain when those far from the visible row are evicted; `nil` if all are.
  func nearPages(_ shown: Int, lines: Int) -> Range<Int>? {
    // Two screens are loaded ahead. On a usual screen this retains a thousand rows.
    let near = 400 + 4 * lines
    guard rows.count > 2 * near + 200 else { return nil }
    let pages = pageTable.pages
    var (first, above) = (0, 0)
    while first < pages.count, above + pages[first].rowCount < shown - near {
      above += pages[first].rowCount
      first += 1
    }
    var (end, below) = (pages.count, rows.count)
    while end > first, below - pages[end - 1].rowCount > shown + near {
      end -= 1
      below -= pages[end].rowCount
    }
    return first == 0 && end == pages.count ? nil : first..<end
  }

  func evictPages(farFrom shown: Int, lines: Int) {
    guard let near = nearPages(shown, lines: lines) else { return }
    let above = pageTable.pages[..<near.lowerBound].map(\.rowCount).reduce(0, +)
    let count = pageTable.pages[near].map(\.rowCount).reduce(0, +)
    rows = Array(rows[above..<(above + count)])
    pageTable.retain(near)
    ids = Set(rows.map(id))
  }

  private func removeLast() {
    guard let page = pageTable.pages.last else { return }
    let count = rows.count - page.rowCount
    for row in rows[count...] { ids.remove(id(row)) }
    rows = Array(rows[..<count])
    pageTable.retain(0..<(pageTable.pages.count - 1))
  }

  private func adopt(_ other: ListPages) {
    rows = other.rows
    pageTable = other.pageTable
    pagesWithoutNewRows = 0
    ids = other.ids
    provenance = other.provenance
    isLoaded = other.isLoaded
    columns = other.columns ?? columns
    failure = other.failure
  }
}

extension PageSource {
  /// Creates a source of another source's cached pages. Throws if a page isn't in the cache.
  fileprivate init(cached source: PageSource) {
    self.init { request in
      guard let page = await source.cached(request) else { throw CancellationError() }
      return page
    }
  }
}
