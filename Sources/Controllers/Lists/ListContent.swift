/// The content of a list: its rows as received from the source, the line below them, and an
/// optional note.
public struct ListContent<Row: Sendable>: Sendable {
  private(set) var received: any RowSource<Row>
  let counts: ListSummary
  /// The line below the list, which contains the number of rows.
  public var summary: String { counts.text }
  /// A sentence for the user about the rows, for example that some couldn't be decoded; `nil` for
  /// none.
  public let note: String?
  /// The number of entries in the source's response that couldn't be decoded. If it isn't zero, a
  /// missing row isn't reported as removed, because it may be one of them.
  public var unreadableCount = 0
  /// The ids of those rows that come from an earlier response, because their entries in the last
  /// one couldn't be decoded. The list marks them with ~. `rows` must contain the earlier rows.
  public var lastSeenIDs: Set<String> = []
  /// Columns that replace those of the list; `nil` to keep the list's current columns.
  public var columns: ListColumns<Row>?
  let noun: (one: String, many: String)?
  let tally: GroupCounts<Row>?
  /// The position of these rows in a paged list; `nil` if all rows are here.
  let part: ListSection?

  /// The total number of rows if these are only the first ones; otherwise `nil`.
  private(set) var total: Int?

  /// Creates content with a custom line below the list.
  ///
  ///     ListContent(rows: visits, summary: "231 visits")
  public init(rows: [Row], summary: String, note: String? = nil) {
    self.init(RowArray(rows), counts: ListSummary(summary), note: note)
  }

  /// Creates content whose rows are counted with a noun.
  ///
  /// ```swift
  /// ListContent(rows: animals, noun: ("animal", "animals"))
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows, in the order of an unsorted list.
  ///   - noun: The noun for one row, and for several. The line below the list and the text for no
  ///     matches use it.
  ///   - tally: The groups of rows to count in the line below the list; with a filter, only
  ///     matching rows are counted. `nil` for none.
  ///   - note: A sentence for the user about the rows, for example that some couldn't be decoded;
  ///     `nil` for none.
  public init(
    rows: [Row], noun: (one: String, many: String), tally: GroupCounts<Row>? = nil,
    note: String? = nil
  ) {
    let total = rows.count.counted(noun)
    let counts = tally?.summary(of: rows, around: total) ?? ListSummary(total)
    self.init(
      RowArray(rows), counts: rows.isEmpty ? ListSummary("") : counts, note: note, noun: noun,
      tally: tally)
  }

  /// Creates content whose rows are created when they are drawn.
  ///
  ///     ListContent(source: LogLines(log: log), noun: ("line", "lines"))
  ///
  /// - Parameters:
  ///   - source: The rows, in the order of an unsorted list.
  ///   - noun: The noun for one row, and for several.
  ///   - summary: The line below the list; `nil` to count the rows.
  ///   - note: A sentence for the user about the rows; `nil` for none.
  public init(
    source: some RowSource<Row>, noun: (one: String, many: String), summary: String? = nil,
    note: String? = nil
  ) {
    let counted = source.count == 0 ? "" : source.count.counted(noun)
    self.init(source, counts: ListSummary(summary ?? counted), note: note, noun: noun)
  }

  /// Creates content from the first rows, to be shown while the source loads the others. Show the
  /// complete content later in the same load.
  ///
  ///     ListContent(beginning: visits, of: 231, noun: ("visit", "visits"))
  ///
  /// - Parameters:
  ///   - rows: The first rows.
  ///   - count: The number of all rows.
  ///   - noun: The noun for one row, and for several.
  public init(beginning rows: [Row], of count: Int, noun: (one: String, many: String)) {
    self.init(
      RowArray(rows),
      counts: ListSummary("the first \(rows.count.grouped) of \(count.counted(noun))"),
      note: nil, noun: noun)
    total = count
  }

  init(
    _ received: any RowSource<Row>, counts: ListSummary, note: String?,
    noun: (one: String, many: String)? = nil, tally: GroupCounts<Row>? = nil,
    part: ListSection? = nil
  ) {
    self.received = received
    self.counts = counts
    self.note = note
    self.noun = noun
    self.tally = tally
    self.part = part
  }

  /// The rows as an array, which is created at each access.
  public var rows: [Row] { (0..<received.count).map { received.row(at: $0) } }

  /// Returns the same content, whose rows in memory have the ids that the list gives them.
  func identified(by id: @escaping @Sendable (Row) -> String) -> ListContent {
    var content = self
    if let array = received as? RowArray<Row> { content.received = RowArray(array.rows, id: id) }
    return content
  }

  /// Whether the list has rows that aren't loaded, which a filter hasn't searched.
  var isIncomplete: Bool { part.map { !$0.pageTable.isWhole } ?? (total != nil) }

  /// For example "4 of 14 match", or "4 of 50 looked through match" if rows aren't loaded.
  func matchText(_ count: Int) -> String {
    "\(count.grouped) of \(received.count.grouped) \(isIncomplete ? "looked through " : "")match"
  }

  func counts(ofMatching rows: some Collection<Row>) -> ListSummary {
    let matches = matchText(rows.count)
    return tally?.summary(of: rows, around: matches) ?? ListSummary(matches)
  }
}

struct ListSection: Sendable {
  let pageTable: PageTable
  /// False if the user went elsewhere in the list; then no row counts as changed.
  let moreFollows: Bool
  /// The row where the user left; `nil` if rows are filtered or sorted, and have no numbers.
  let selectedPosition: Int?

  func nearest(of rows: some Collection<Int>) -> Int? {
    guard let selectedPosition else { return rows.first }
    return rows.min { distance($0, selectedPosition) < distance($1, selectedPosition) }
  }

  private func distance(_ row: Int, _ position: Int) -> Int {
    abs(pageTable.position(of: row) - position)
  }

  /// Returns the index of the row nearest to one that is gone with all its neighbours; `nil` for
  /// the first row.
  func nearestIndex(ofRows count: Int) -> Int? {
    if selectedPosition != nil { return nearest(of: 0..<count) }
    // Don't select the first row: the rows above it would be loaded, and then those above them.
    guard pageTable.start > 0, count > 0 else { return nil }
    return pageTable.hasMore ? 0 : count - 1
  }
}
