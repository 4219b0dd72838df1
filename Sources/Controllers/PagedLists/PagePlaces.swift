/// The places of the pages in memory, among all entries that the server has.
struct PagePlaces: Hashable, Sendable {
  /// A page in memory.
  struct Page: Hashable, Sendable {
    /// The place of its first entry in the server's list.
    let start: Int
    /// The number of the server's entries that it stands for.
    let count: Int
    /// The number of rows made of them.
    let rowCount: Int
    let note: String?
    /// The number of its entries that couldn't be read.
    var unreadableCount = 0
    /// The ids of its rows that are as they were last seen.
    var lastSeenIDs: Set<String> = []
  }

  /// The highest place: no list has more entries.
  static var highest: Int { 1 << 40 }

  /// Returns the nearest place that a list can have.
  static func clamped(_ place: Int) -> Int { min(max(0, place), highest) }

  /// The pages, side by side.
  private(set) var pages: [Page] = []
  /// The number of entries that the server says it has.
  private(set) var total: Int?
  private(set) var hasMore = false

  /// The place of the first page's first entry.
  var start: Int { pages.first?.start ?? 0 }
  /// The place behind the last page's last entry.
  var end: Int { pages.last.map { $0.start + $0.count } ?? 0 }
  /// True if all entries are in memory.
  var isWhole: Bool { start == 0 && !hasMore }

  mutating func append(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int) {
    pages.append(
      Page(
        start: start, count: page.count, rowCount: rowCount, note: page.note,
        unreadableCount: page.unreadableCount, lastSeenIDs: page.lastSeenIDs))
    say(page.total)
    // A server that says that there is more, and gives nothing, or the same again, would be asked without end.
    let isNew = rowCount > 0 || page.rows.isEmpty
    hasMore = page.hasMore && page.count > 0 && isNew
  }

  mutating func insert(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int, in place: Int)
  {
    pages.insert(
      Page(
        start: start, count: page.count, rowCount: rowCount, note: page.note,
        unreadableCount: page.unreadableCount, lastSeenIDs: page.lastSeenIDs), at: place)
    say(page.total)
  }

  /// Has the list begin with the pages in memory: there is nothing above them.
  mutating func begin() {
    let start = start
    pages = pages.map {
      Page(
        start: $0.start - start, count: $0.count, rowCount: $0.rowCount, note: $0.note,
        unreadableCount: $0.unreadableCount, lastSeenIDs: $0.lastSeenIDs)
    }
  }

  private mutating func say(_ total: Int?) {
    // A server may say anything; what can't be added to would trap.
    if let total { self.total = Self.clamped(total) }
  }

  /// Drops all other pages.
  mutating func keep(_ near: Range<Int>) {
    hasMore = hasMore || near.upperBound < pages.count
    pages = Array(pages[near])
  }

  /// Returns the page that a row is from, and the row's place in it; nil if there are no pages.
  private func page(of row: Int) -> (page: Page, offset: Int)? {
    var offset = row
    for page in pages {
      if offset < page.rowCount { return (page, offset) }
      offset -= page.rowCount
    }
    return pages.last.map { ($0, max(0, $0.rowCount - 1)) }
  }

  /// Returns the place of a row in the server's list, counted from 0.
  func position(of row: Int) -> Int { page(of: row).map { $0.page.start + $0.offset } ?? 0 }

  /// Returns the note of the page that a row is from.
  func note(of row: Int) -> String? { page(of: row)?.page.note }

  /// The number of entries that couldn't be read, of all pages.
  var unreadableCount: Int { pages.reduce(0) { $0 + $1.unreadableCount } }

  /// The ids of the rows that are as they were last seen, of all pages.
  var lastSeenIDs: Set<String> { pages.reduce(into: []) { $0.formUnion($1.lastSeenIDs) } }

  /// The notes of all pages, each once.
  var notes: [String] {
    var seen: Set<String> = []
    return pages.compactMap(\.note).filter { seen.insert($0).inserted }
  }

  /// Returns the number of entries, and no fewer than `known`; nil if the server doesn't say, and has more.
  func count(atLeast known: Int) -> Int? {
    total.map { max($0, known) } ?? (hasMore ? nil : max(end, known))
  }

  /// Returns "231 encounters"; "encounters, more than are shown" if the number isn't known.
  func words(_ noun: (one: String, many: String)) -> String {
    count(atLeast: end)?.counted(noun) ?? "\(noun.many), more than are shown"
  }
}
