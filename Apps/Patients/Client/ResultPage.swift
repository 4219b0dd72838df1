import Reprise

struct RawPage: Sendable {
  let results: [JSON]
  /// Those of earlier responses that are cached with the list.
  let earlierEntries: [JSON]
  let start: Int
  let total: Int?
  let hasMore: Bool

  /// The number at which servers stop counting (openmrs-live 2.9).
  static let highestTotal = 1_000

  /// Without a total, a link to the next page means that there is one. The link isn't followed:
  /// behind a proxy its host name is wrong.
  init(_ response: JSON, start: Int) throws(OpenMRSError) {
    guard let results = response["results"]?.array else { throw .notAList(response.kind) }
    self.results = results
    self.start = start
    earlierEntries = response["kept"]?.array ?? []
    total = response["totalCount"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    hasMore = total.map { start + results.count < $0 } ?? response.hasNextPage
  }
}

extension JSON {
  var hasNextPage: Bool {
    (self["links"]?.array ?? []).contains { $0.text("rel") == "next" }
  }

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
  /// Includes unreadable entries.
  let count: Int
  let total: Int?
  let hasMore: Bool
  let start: Int

  init(_ page: RawPage, read: (JSON) throws(Unreadable) -> Element) {
    entries = Entries(page.results, earlierEntries: page.earlierEntries, read: read)
    count = page.results.count
    total = page.total
    hasMore = page.hasMore
    start = page.start
  }

  func requireReadable() throws(OpenMRSError) {
    guard start == 0, !hasMore else { return }
    try entries.requireReadable()
  }

  init(_ all: [Element], start: Int, limit: Int) {
    entries = Entries([]) { _ throws(Unreadable) in throw .noID }
    entries.elements = Array(all.dropFirst(max(0, start)).prefix(max(0, limit)))
    count = entries.elements.count
    total = all.count
    self.start = max(0, start)
    hasMore = max(0, start) + count < all.count
  }

  func sorted(by isBefore: (Element, Element) -> Bool) -> ResultPage {
    var page = self
    page.entries.elements.sort(by: isBefore)
    return page
  }

  /// Without those of earlier responses.
  var elements: [Element] { entries.currentElements }
  var skipped: [SkippedEntry] { entries.skipped }
}

extension Entries {
  func skippedSummary(in zone: Zone) -> String? {
    summary { Timestamp(seconds: $0).minute(in: zone) }
  }

  func requireReadable() throws(OpenMRSError) {
    guard currentElements.isEmpty, let first = skipped.first else { return }
    throw .unreadable(first.reason)
  }
}

extension ListPage {
  /// With a `cappedNote`, a total at which the server stopped counting isn't shown.
  init<Element>(
    _ page: ResultPage<Element>, _ zone: Zone, emptyNote: String? = nil, cappedNote: String? = nil,
    row: (Element) -> Row
  ) throws {
    try page.requireReadable()
    let entries = page.entries
    let isCapped = cappedNote != nil && page.total == RawPage.highestTotal
    self.init(
      rows: entries.elements.map(row), count: page.count, total: isCapped ? nil : page.total,
      hasMore: page.hasMore,
      note: entries.skippedSummary(in: zone)
        ?? (isCapped ? cappedNote : page.count == 0 ? emptyNote : nil))
    unreadableCount = entries.unreadableCount
    lastSeenIDs = Set(entries.lastSeen.keys.map(\.text))
  }
}
