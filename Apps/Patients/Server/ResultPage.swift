import Reprise

/// A page of a server's list, as it came.
struct RawPage: Sendable {
  let results: [JSON]
  /// Where it begins, counted from 0.
  let start: Int
  /// How many entries there are in all; nil where the server doesn't say.
  let total: Int?
  let hasMore: Bool

  /// Reads `{"results": […], "totalCount": n}`, of which `limit` were asked for.
  ///
  /// Links to the next page aren't followed: their hosts are wrong behind proxies. Without a total, a full page has another behind it.
  init(_ answer: JSON, start: Int, limit: Int) throws(OpenMRSProblem) {
    guard let results = answer["results"]?.array else { throw .notAList(answer.kind) }
    self.results = results
    self.start = start
    total = answer["totalCount"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    hasMore = total.map { start + results.count < $0 } ?? (results.count >= limit)
  }
}

/// A page of a server's list: the entries that could be read, and those that couldn't.
struct ResultPage<Element: Identifiable & Sendable>: Sendable where Element.ID == ResourceID {
  private(set) var elements: [Element]
  let skipped: [SkippedEntry]
  /// How many entries came, also those that couldn't be read.
  let count: Int
  let total: Int?
  let hasMore: Bool

  init(_ page: RawPage, read: (JSON) throws(Unreadable) -> Element) {
    let entries = Entries(page.results, read: read)
    elements = entries.elements
    skipped = entries.skipped
    count = page.results.count
    total = page.total
    hasMore = page.hasMore
  }

  /// The same page in another order.
  func sorted(by isBefore: (Element, Element) -> Bool) -> ResultPage {
    var page = self
    page.elements.sort(by: isBefore)
    return page
  }

  /// What was left out, in one line; nil if nothing was.
  var skippedSummary: String? { SkippedEntry.summary(of: skipped, in: count) }
}
