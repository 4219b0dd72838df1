public import Screens

/// A piece of a list that comes in pieces.
public struct ListPage<Row: Sendable>: Sendable {
  /// The rows that could be read.
  public let rows: [Row]
  /// The number of the server's entries that this page stands for: rows, and entries that couldn't be read. The next page begins behind
  /// them.
  public let count: Int
  /// The number of all entries; nil if the server doesn't say.
  public let total: Int?
  /// True if the server has entries behind this page.
  public let hasMore: Bool
  /// A sentence for the person about the rows, for example that some couldn't be read.
  public let note: String?
  /// The number of entries that couldn't be read.
  public var unreadableCount = 0
  /// The ids of the rows that aren't in the source's last answer, of which not all could be read:
  /// they are as they were last seen, and marked with ~.
  public var lastSeenIDs: Set<String> = []
  /// The source of the rows, and their standing; nil for that of the list.
  public let provenance: Provenance?
  /// The columns of the whole list, in place of those that it was created with; nil if these stay.
  public var columns: ListColumns<Row>?
  /// The failure because of which the rows aren't what the source has now; nil if there was none. A person who asked for a refresh is told.
  public let failure: (any Error)?

  /// Creates a page; without a `count` each row stands for one entry.
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
