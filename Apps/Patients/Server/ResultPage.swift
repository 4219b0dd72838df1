import Reprise

/// A page of a server's list, as it came.
struct RawPage: Sendable {
  let results: [JSON]
  /// The entries of earlier answers that were kept with the list.
  let kept: [JSON]
  /// The place of the first entry, counted from 0.
  let start: Int
  /// The number of all entries; nil if the server wasn't asked, or doesn't say.
  let total: Int?
  let hasMore: Bool

  /// The number at which servers stop counting (openmrs-live 2.9).
  static let highestTotal = 1_000

  /// Reads `{"results": […], "totalCount": n, "links": […]}`.
  ///
  /// Without a total there is another page if a link says so. It isn't followed: behind proxies its host is wrong.
  init(_ answer: JSON, start: Int) throws(OpenMRSError) {
    guard let results = answer["results"]?.array else { throw .notAList(answer.kind) }
    self.results = results
    self.start = start
    kept = answer["kept"]?.array ?? []
    total = answer["totalCount"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    hasMore = total.map { start + results.count < $0 } ?? answer.hasNextPage
  }
}

extension JSON {
  /// True if a page of a list says that another follows.
  var hasNextPage: Bool {
    (self["links"]?.array ?? []).contains { $0.text("rel") == "next" }
  }

  /// Returns a page of a list, behind which another follows or not.
  static func page(_ results: [JSON], total: Int? = nil, hasNext: Bool = false) -> JSON {
    var page = JSON.object([Member("results", .array(results))])
    if let total { page["totalCount"] = .number(String(total)) }
    if hasNext { page["links"] = .array([.object([Member("rel", .string("next"))])]) }
    return page
  }
}

/// A page of a server's list: the entries that could be read, and those that couldn't.
struct ResultPage<Element: Identifiable & Sendable>: Sendable where Element.ID == ResourceID {
  private(set) var entries: Entries<Element>
  /// The number of entries that came, also those that couldn't be read.
  let count: Int
  let total: Int?
  let hasMore: Bool
  /// The place of the first entry, counted from 0.
  let start: Int

  init(_ page: RawPage, read: (JSON) throws(Unreadable) -> Element) {
    entries = Entries(page.results, kept: page.kept, read: read)
    count = page.results.count
    total = page.total
    hasMore = page.hasMore
    start = page.start
  }

  /// Throws `OpenMRSError.unreadable` if this is all of a list, and none of it can be read.
  func requireReadable() throws(OpenMRSError) {
    guard start == 0, !hasMore else { return }
    try entries.requireReadable()
  }

  /// Creates a page from a part of a list that came whole.
  init(_ all: [Element], start: Int, limit: Int) {
    entries = Entries([]) { _ throws(Unreadable) in throw .noID }
    entries.elements = Array(all.dropFirst(max(0, start)).prefix(max(0, limit)))
    count = entries.elements.count
    total = all.count
    self.start = max(0, start)
    hasMore = max(0, start) + count < all.count
  }

  /// Returns this page in another order.
  func sorted(by isBefore: (Element, Element) -> Bool) -> ResultPage {
    var page = self
    page.entries.elements.sort(by: isBefore)
    return page
  }

  /// The elements that the answer itself has.
  var elements: [Element] { entries.answered }
  var skipped: [SkippedEntry] { entries.skipped }
}

extension Entries {
  /// A line about the entries left out, and the ages of what is shown in their place; nil if there
  /// are none.
  func skippedSummary(in zone: Zone) -> String? {
    summary { Timestamp(seconds: $0).minute(in: zone) }
  }

  /// Throws `OpenMRSError.unreadable` if none of a list's entries can be read.
  func requireReadable() throws(OpenMRSError) {
    guard answered.isEmpty, let first = skipped.first else { return }
    throw .unreadable(first.reason)
  }
}
