/// A list's rows as they were received.
public struct ListContent<Row: Sendable>: Sendable {
  public let rows: [Row]
  /// The line below the list: how many of what.
  public let summary: String
  /// What the person should know about the rows, for example that some couldn't be read.
  public let note: String?

  public init(rows: [Row], summary: String, note: String? = nil) {
    self.rows = rows
    self.summary = summary
    self.note = note
  }
}
