import Reprise

extension ListPage {
  /// Creates the rows of a page, with a note about the entries that couldn't be read. `emptyNote` is the note about an empty list, if a list
  /// doesn't say that anyway.
  ///
  /// Throws `OpenMRSError.unreadable` if this is all of a list, and none of it can be read.
  init<Element>(
    _ page: ResultPage<Element>, _ zone: Zone, emptyNote: String? = nil, row: (Element) -> Row
  ) throws {
    try page.requireReadable()
    let entries = page.entries
    self.init(
      rows: entries.elements.map(row), count: page.count, total: page.total,
      hasMore: page.hasMore,
      note: entries.skippedSummary(in: zone) ?? (page.count == 0 ? emptyNote : nil))
    unreadableCount = entries.unreadableCount
    lastSeenIDs = Set(entries.lastSeen.keys.map(\.text))
  }
}
