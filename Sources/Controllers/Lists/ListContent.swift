/// The content of a list: its rows as received, and the words about them.
public struct ListContent<Row: Sendable>: Sendable {
  let received: ListRows<Row>
  /// The line below the list: the number of rows, and of what.
  public let summary: String
  /// A sentence for the person about the rows, for example that some couldn't be read.
  public let note: String?
  /// The number of the source's entries that couldn't be read: a row that isn't here may be one of
  /// them, and isn't known to be gone.
  public var unreadableCount = 0
  /// The ids of the rows that aren't in the source's last answer, of which not all could be read:
  /// they are as they were last seen, and marked with ~.
  public var lastSeenIDs: Set<String> = []
  /// The columns, in place of those that the list was created with; nil if these stay.
  public var columns: ListColumns<Row>?
  /// The word for a row; nil if the list has none.
  let noun: (one: String, many: String)?
  let tally: GroupCounts<Row>?
  /// The place of these rows in a list that comes in pieces; nil if all rows are here.
  let part: ListPart?

  /// The number of all rows where these are only the first; nil if all are here, or come in pieces.
  private(set) var total: Int?

  /// Creates content with a line below the list in words of one's own.
  ///
  ///     ListContent(rows: visits, summary: "231 visits")
  public init(rows: [Row], summary: String, note: String? = nil) {
    self.init(ListRows(rows), summary: summary, note: note)
  }

  /// Creates content that counts its rows by a noun, and names them where none matches.
  ///
  /// ```swift
  /// ListContent(rows: animals, noun: ("animal", "animals"))
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows, in the order in which an unsorted list shows them.
  ///   - noun: The word for one row, and for many: the line below the list counts them.
  ///   - tally: The kinds of rows to count in the line below the list; where there is a filter, of the rows that match. Nil for none.
  ///   - note: A sentence for the person about the rows, for example that some couldn't be read; nil for none.
  public init(
    rows: [Row], noun: (one: String, many: String), tally: GroupCounts<Row>? = nil,
    note: String? = nil
  ) {
    let rows = ListRows(rows)
    let total = rows.count.counted(noun)
    let clauses = tally?.clauses(of: rows, around: total) ?? [total]
    self.init(
      rows, summary: rows.isEmpty ? "" : clauses.joined(separator: " · "), note: note, noun: noun,
      tally: tally)
  }

  /// Creates the first rows of content of which the others are still to come, in the same load.
  ///
  ///     ListContent(beginning: visits, of: 231, noun: ("visit", "visits"))
  ///
  /// - Parameters:
  ///   - rows: The first rows.
  ///   - count: The number of all rows.
  ///   - noun: The word for one row, and for many.
  public init(beginning rows: [Row], of count: Int, noun: (one: String, many: String)) {
    self.init(
      ListRows(rows), summary: "the first \(rows.count.grouped) of \(count.counted(noun))",
      note: nil, noun: noun)
    total = count
  }

  init(
    _ received: ListRows<Row>, summary: String, note: String?,
    noun: (one: String, many: String)? = nil, tally: GroupCounts<Row>? = nil, part: ListPart? = nil
  ) {
    self.received = received
    self.summary = summary
    self.note = note
    self.noun = noun
    self.tally = tally
    self.part = part
  }

  /// The rows as an array, made at each call.
  public var rows: [Row] { Array(received) }

  /// True if the list has rows that aren't here: a filter has looked through these alone.
  var isIncomplete: Bool { part.map { !$0.places.isWhole } ?? (total != nil) }

  /// The number of matches in words: "4 of 14 match"; "4 of 50 looked through match" if there are rows that aren't here.
  func matchWords(_ count: Int) -> String {
    "\(count.grouped) of \(received.count.grouped) \(isIncomplete ? "looked through " : "")match"
  }

  /// The line below the list while a filter is set: "3 failed · 4 of 14 match · 1 started".
  func summary(ofMatching rows: some Collection<Row>) -> String {
    let matches = matchWords(rows.count)
    return (tally?.clauses(of: rows, around: matches) ?? [matches]).joined(separator: " · ")
  }
}

/// The place of a list's rows among all there are.
struct ListPart: Sendable {
  let places: PagePlaces
  let noun: (one: String, many: String)
  /// True if these rows continue those before; false if the person went to another place, and then no row counts as changed.
  let moreFollows: Bool
  /// The place of the selected row among all there are, as it was left; nil where rows are filtered or sorted, and places are nobody's.
  let selectedPlace: Int?

  /// Returns the one of several rows in memory that is nearest to the place that was left.
  func nearest(of rows: [Int]) -> Int? {
    guard let selectedPlace else { return rows.first }
    return rows.min { distance($0, selectedPlace) < distance($1, selectedPlace) }
  }

  private func distance(_ row: Int, _ place: Int) -> Int { abs(places.position(of: row) - place) }

  /// Returns the row nearest to one that is gone with all around it; nil if the first row will do.
  func nearest<Row>(_ rows: ListRows<Row>) -> Row? {
    if selectedPlace != nil { return nearest(of: Array(rows.indices)).map { rows[$0] } }
    // Whoever stands on no row stands on the first one: those above it would be fetched, and then those above them.
    guard places.start > 0 else { return nil }
    return places.hasMore ? rows.first : rows.last
  }
}
