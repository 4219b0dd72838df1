/// The positions of the pages in memory within the server's list.
struct PageTable: Hashable, Sendable {
  struct Page: Hashable, Sendable {
    /// The index of its first entry in the server's list.
    var start: Int
    /// The number of the server's entries on it.
    let count: Int
    /// The number of rows decoded from them.
    let rowCount: Int
    let note: String?
    let unreadableCount: Int
    let lastSeenIDs: Set<String>
  }

  /// The maximum index, which limits the length of lists.
  static var highest: Int { 1 << 40 }

  static func clamped(_ index: Int) -> Int { min(max(0, index), highest) }

  /// The pages, without gaps.
  private(set) var pages: [Page] = []
  /// The number of entries, as reported by the server.
  private(set) var total: Int?
  private(set) var hasMore = false

  var start: Int { pages.first?.start ?? 0 }
  /// The index after the last page's last entry.
  var end: Int { pages.last.map { $0.start + $0.count } ?? 0 }
  var isWhole: Bool { start == 0 && !hasMore }

  mutating func append(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int) {
    insert(page, at: start, rowCount: rowCount, in: pages.count)
    // A server that reports more entries but returns none, or the same ones, would cause an endless
    // loop.
    let isNew = rowCount > 0 || page.rows.isEmpty
    hasMore = page.hasMore && page.count > 0 && isNew
  }

  mutating func insert(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int, in index: Int)
  {
    pages.insert(
      Page(
        start: start, count: page.count, rowCount: rowCount, note: page.note,
        unreadableCount: page.unreadableCount, lastSeenIDs: page.lastSeenIDs), at: index)
    // A server may send any number; a huge one would overflow in later additions.
    if let total = page.total { self.total = Self.clamped(total) }
  }

  /// Makes the pages in memory the beginning of the list, with nothing above them.
  mutating func rebase() {
    let start = start
    for index in pages.indices { pages[index].start -= start }
  }

  mutating func retain(_ near: Range<Int>) {
    hasMore = hasMore || near.upperBound < pages.count
    pages = Array(pages[near])
  }

  /// Returns the page of a row, and the row's offset in it; `nil` if there are no pages.
  private func page(of row: Int) -> (page: Page, offset: Int)? {
    var offset = row
    for page in pages {
      if offset < page.rowCount { return (page, offset) }
      offset -= page.rowCount
    }
    return pages.last.map { ($0, max(0, $0.rowCount - 1)) }
  }

  /// Returns the index of a row in the server's list, counted from 0.
  func position(of row: Int) -> Int { page(of: row).map { $0.page.start + $0.offset } ?? 0 }

  func note(of row: Int) -> String? { page(of: row)?.page.note }

  var unreadableCount: Int { pages.reduce(0) { $0 + $1.unreadableCount } }

  var lastSeenIDs: Set<String> { pages.reduce(into: []) { $0.formUnion($1.lastSeenIDs) } }

  var notes: [String] {
    var seen: Set<String> = []
    return pages.compactMap(\.note).filter { seen.insert($0).inserted }
  }

  /// `nil` if the server has more entries but reports no number.
  func count(atLeast known: Int) -> Int? {
    total.map { max($0, known) } ?? (hasMore ? nil : max(end, known))
  }

  /// For example "231 encounters", or "encounters, more than are shown" without a number.
  func countText(_ noun: (one: String, many: String)) -> String {
    count(atLeast: end)?.counted(noun) ?? "\(noun.many), more than are shown"
  }
}
