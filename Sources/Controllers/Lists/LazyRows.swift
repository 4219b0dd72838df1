/// Rows that are made when somebody looks at them: of 100,000 only those in sight ever are.
///
/// The rows stay where they are: in a file, or packed in memory. They are found by their ids, filtered and compared there, because a list
/// that made each row for that would take long at every key.
///
/// ```swift
/// ListContent(
///   lazily: LazyRows(
///     count: file.count, row: { file.line($0) }, id: { file.id(of: $0) },
///     place: { file.place(of: $0) }, places: { file.places(of: $0) },
///     fingerprint: { file.checksum(of: $0) }),
///   noun: ("line", "lines"))
/// ```
public struct LazyRows<Row: Sendable>: Sendable {
  /// The number of rows.
  public let count: Int
  /// Returns the row at a place, counted from 0.
  let row: @Sendable (_ place: Int) -> Row
  /// Returns the id of the row at a place.
  let id: @Sendable (_ place: Int) -> String
  /// Returns the place of the row with an id.
  let place: @Sendable (_ id: String) -> Int?
  /// Returns the places of the rows that a filter lets through.
  let places: @Sendable (_ query: FilterQuery) -> [Int]
  /// Returns a number that is another one when the row's content is.
  let fingerprint: @Sendable (_ place: Int) -> Int

  /// Creates rows that are made when they are looked at.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - row: Returns the row at a place.
  ///   - id: Returns the id of the row at a place: the same as the list's own closure returns for the row.
  ///   - place: Returns the place of the row with an id; nil if there is none.
  ///   - places: Returns the places of the rows that match a query which isn't empty, in ascending order.
  ///   - fingerprint: Returns a number for the content of the row at a place: that of a changed row is another one.
  public init(
    count: Int, row: @escaping @Sendable (Int) -> Row, id: @escaping @Sendable (Int) -> String,
    place: @escaping @Sendable (String) -> Int?,
    places: @escaping @Sendable (FilterQuery) -> [Int],
    fingerprint: @escaping @Sendable (Int) -> Int
  ) {
    self.count = count
    self.row = row
    self.id = id
    self.place = place
    self.places = places
    self.fingerprint = fingerprint
  }

  /// The most rows that a column's width is measured by.
  private static var sampleCount: Int { 512 }

  /// Some of the rows, evenly spread: no column is measured by all of them.
  var sample: [Row] {
    guard count > Self.sampleCount else { return (0..<count).map { row($0) } }
    return (0..<Self.sampleCount).map { row($0 * (count - 1) / (Self.sampleCount - 1)) }
  }
}

extension ListContent {
  /// Creates content whose rows are made when they are looked at.
  ///
  ///     ListContent(lazily: rows, noun: ("line", "lines"))
  ///
  /// The columns are as wide as a sample of the rows needs, and a column that is empty in all of the sample is hidden if it may be.
  ///
  /// - Parameters:
  ///   - rows: The rows, in the order in which an unsorted list shows them.
  ///   - noun: The word for one row, and for many.
  ///   - summary: The line below the list; nil to count the rows.
  ///   - note: A sentence for the person about the rows; nil for none.
  public init(
    lazily rows: LazyRows<Row>, noun: (one: String, many: String), summary: String? = nil,
    note: String? = nil
  ) {
    self.init(
      ListRows(rows), summary: summary ?? (rows.count == 0 ? "" : rows.count.counted(noun)),
      note: note, noun: noun)
  }
}
