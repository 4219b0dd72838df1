/// A list's rows as they were received.
public struct ListContent<Row: Sendable>: Sendable {
  let received: ListRows<Row>
  /// The line below the list: how many of what.
  public let summary: String
  /// What the person should know about the rows, for example that some couldn't be read.
  public let note: String?

  public init(rows: [Row], summary: String, note: String? = nil) {
    self.init(ListRows(rows), summary: summary, note: note)
  }

  init(_ received: ListRows<Row>, summary: String, note: String?) {
    self.received = received
    self.summary = summary
    self.note = note
  }

  /// The rows; made when they are asked for.
  public var rows: [Row] { Array(received) }
}
