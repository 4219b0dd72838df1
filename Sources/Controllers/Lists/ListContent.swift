/// A list's rows as they were received.
public struct ListContent<Row: Sendable>: Sendable {
  let received: ListRows<Row>
  /// The line below the list: how many of what.
  public let summary: String
  /// What the person should know about the rows, for example that some couldn't be read.
  public let note: String?
  /// What a list that comes in pieces knows of them.
  let part: ListPart?

  public init(rows: [Row], summary: String, note: String? = nil) {
    self.init(ListRows(rows), summary: summary, note: note)
  }

  init(_ received: ListRows<Row>, summary: String, note: String?, part: ListPart? = nil) {
    self.received = received
    self.summary = summary
    self.note = note
    self.part = part
  }

  /// The rows; made when they are asked for.
  public var rows: [Row] { Array(received) }
}

/// What a list knows of rows that are only some of all there are.
struct ListPart: Sendable {
  let places: PagePlaces
  let noun: (one: String, many: String)
  /// Whether they are more of the same, or others because somebody went there: then nothing has changed.
  let isContinued: Bool

  /// The row that is nearest to one that is gone, and all around it; nil where the first one will do.
  func nearest<Row>(_ rows: ListRows<Row>) -> Row? {
    // Whoever stands on no row stands on the first one: those above it would be fetched, and then those above them.
    guard places.start > 0 else { return nil }
    return places.hasMore ? rows.first : rows.last
  }
}
