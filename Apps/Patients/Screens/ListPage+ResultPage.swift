import Reprise

extension ListPage {
  /// Creates the rows of a page, with a note about unreadable entries. `emptyNote` is the note for
  /// an empty list.
  ///
  /// Throws `OpenMRSError.unreadable` if this is the whole list, and none of it can be read.
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
