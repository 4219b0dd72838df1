/// Where the rows stand that are here, among all that the server has.
struct PagePlaces: Hashable, Sendable {
  /// A page that is here.
  struct Page: Hashable, Sendable {
    /// Where it begins in the server's list.
    let start: Int
    /// How many of the server's entries it stands for.
    let count: Int
    /// How many rows came of them.
    let rowCount: Int
    let note: String?
  }

  /// No list has more entries.
  static var highest: Int { 1 << 40 }

  /// They lie side by side.
  private(set) var pages: [Page] = []
  /// How many entries the server says it has.
  private(set) var total: Int?
  private(set) var hasMore = false

  /// Where the first of the pages begins.
  var start: Int { pages.first?.start ?? 0 }
  /// Where the last of them ends.
  var end: Int { pages.last.map { $0.start + $0.count } ?? 0 }
  /// Whether everything is here that there is.
  var isWhole: Bool { start == 0 && !hasMore }

  mutating func append(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int) {
    pages.append(Page(start: start, count: page.count, rowCount: rowCount, note: page.note))
    say(page.total)
    // A server that says that there is more, and gives nothing, or the same again, would be asked without end.
    let isNew = rowCount > 0 || page.rows.isEmpty
    hasMore = page.hasMore && page.count > 0 && isNew
  }

  mutating func insert(_ page: ListPage<some Sendable>, at start: Int, rowCount: Int, in place: Int)
  {
    pages.insert(
      Page(start: start, count: page.count, rowCount: rowCount, note: page.note), at: place)
    say(page.total)
  }

  private mutating func say(_ total: Int?) {
    // A server may say anything; what can't be added to would trap.
    if let total { self.total = min(max(0, total), Self.highest) }
  }

  /// Lets go of all other pages.
  mutating func keep(_ near: Range<Int>) {
    hasMore = hasMore || near.upperBound < pages.count
    pages = Array(pages[near])
  }

  /// The page a row is from, and the row's place in it; nil where there are no pages.
  private func page(of row: Int) -> (page: Page, offset: Int)? {
    var offset = row
    for page in pages {
      if offset < page.rowCount { return (page, offset) }
      offset -= page.rowCount
    }
    return pages.last.map { ($0, max(0, $0.rowCount - 1)) }
  }

  /// Where a row stands in the server's list, counted from 0.
  func position(of row: Int) -> Int { page(of: row).map { $0.page.start + $0.offset } ?? 0 }

  /// What is to be said of the page that a row is from.
  func note(of row: Int) -> String? { page(of: row)?.page.note }

  /// What is to be said of all of them.
  var notes: [String] {
    var seen: Set<String> = []
    return pages.compactMap(\.note).filter { seen.insert($0).inserted }
  }

  /// How many entries there are, and no fewer than are known; nil where the server doesn't say, and there are more.
  func count(atLeast known: Int) -> Int? {
    total.map { max($0, known) } ?? (hasMore ? nil : max(end, known))
  }

  /// "231 encounters"; "encounters" where nobody knows how many.
  func words(_ noun: (one: String, many: String)) -> String {
    count(atLeast: end)?.counted(noun) ?? "\(noun.many), more than are shown"
  }
}
