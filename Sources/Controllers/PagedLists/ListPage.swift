public import Screens

/// A piece of a list that comes in pieces.
public struct ListPage<Row: Sendable>: Sendable {
  public let rows: [Row]
  /// How many of the server's entries this page stands for: rows, and what couldn't be read. The next page begins behind them.
  public let count: Int
  /// How many entries there are in all; nil where the server doesn't say.
  public let total: Int?
  public let hasMore: Bool
  /// What the person should know about the rows, for example that some couldn't be read.
  public let note: String?
  public let provenance: Provenance?
  /// Why this isn't what the source has now, if it was asked; whoever asked for it anew is told.
  public let failure: (any Error)?

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
