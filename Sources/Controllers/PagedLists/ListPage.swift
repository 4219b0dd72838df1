public import Screens

/// A page of a paged list.
public struct ListPage<Row: Sendable>: Sendable {
  /// The decoded rows.
  public let rows: [Row]
  /// The number of the server's entries on this page: rows, and entries that couldn't be decoded.
  /// The next page starts after them.
  public let count: Int
  /// The total number of entries; `nil` if the server doesn't report it.
  public let total: Int?
  /// Whether the server has entries after this page.
  public let hasMore: Bool
  /// A sentence for the user about the rows, for example that some couldn't be decoded.
  public let note: String?
  /// The number of entries that couldn't be decoded.
  public var unreadableCount = 0
  /// The ids of the rows that are missing from the source's last response because not all of it
  /// could be decoded. They are shown as last seen, marked with ~.
  public var lastSeenIDs: Set<String> = []
  /// The source of the rows and their status; `nil` for the list's own.
  public let provenance: Provenance?
  /// The columns of the whole list; `nil` for those that the list was created with.
  public var columns: ListColumns<Row>?
  /// Why the rows aren't the source's current data; `nil` if they are. Shown to a user who
  /// requested a refresh.
  public let failure: (any Error)?

  /// Creates a page. Without `count`, each row counts as one entry.
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
