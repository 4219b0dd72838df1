/// A list's rows as they were received.
public struct ListContent<Row: Sendable>: Sendable {
  let received: ListRows<Row>
  /// The line below the list: how many of what.
  public let summary: String
  /// A sentence for the person about the rows, for example that some couldn't be read.
  public let note: String?
  /// The word for a row; nil if the list has none.
  let noun: (one: String, many: String)?
  private let tally: Tally<Row>?
  /// What a list that comes in pieces knows of them.
  let part: ListPart?

  public init(rows: [Row], summary: String, note: String? = nil) {
    self.init(ListRows(rows), summary: summary, note: note)
  }

  /// Rows that are called something, so that the list can count them, and say that none matches.
  ///
  /// ```swift
  /// ListContent(rows: animals, noun: ("animal", "animals"))
  /// ```
  ///
  /// - Parameters:
  ///   - tally: Kinds of rows, counted in the line below the list, of those that match where there is a filter.
  public init(
    rows: [Row], noun: (one: String, many: String), tally: Tally<Row>? = nil, note: String? = nil
  ) {
    let rows = ListRows(rows)
    let clauses = [rows.count.counted(noun)] + (tally?.clauses(of: rows) ?? [])
    self.init(
      rows, summary: rows.isEmpty ? "" : clauses.joined(separator: " · "), note: note, noun: noun,
      tally: tally)
  }

  init(
    _ received: ListRows<Row>, summary: String, note: String?,
    noun: (one: String, many: String)? = nil, tally: Tally<Row>? = nil, part: ListPart? = nil
  ) {
    self.received = received
    self.summary = summary
    self.note = note
    self.noun = noun
    self.tally = tally
    self.part = part
  }

  /// The rows; made when they are asked for.
  public var rows: [Row] { Array(received) }

  /// "4 of 14 match · 1 started · 3 failed".
  func summary(ofMatching rows: some Collection<Row>) -> String {
    let found = "\(rows.count.grouped) of \(received.count.grouped) match"
    return ([found] + (tally?.clauses(of: rows) ?? [])).joined(separator: " · ")
  }
}

/// The place of a list's rows among all there are.
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
