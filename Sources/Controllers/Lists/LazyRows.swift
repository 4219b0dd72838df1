/// Rows that are created on demand, for example when they are drawn. Sorting creates all of them.
///
/// The rows are searched, filtered and compared where they are stored, in a file or packed in
/// memory, because creating each row for that would be slow.
///
/// ```swift
/// ListContent(
///   lazily: LazyRows(
///     count: file.count, row: { file.line($0) }, id: { file.id(of: $0) },
///     index: { file.index(of: $0) }, matchingIndices: { file.indices(matching: $0) },
///     fingerprint: { file.checksum(of: $0) }),
///   noun: ("line", "lines"))
/// ```
public struct LazyRows<Row: Sendable>: Sendable {
  /// The number of rows.
  public let count: Int
  let row: @Sendable (_ index: Int) -> Row
  let id: @Sendable (_ index: Int) -> String
  let index: @Sendable (_ id: String) -> Int?
  let matchingIndices: @Sendable (_ query: FilterQuery) -> [Int]
  let fingerprint: @Sendable (_ index: Int) -> Int

  /// Creates rows that are built on demand.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - row: Returns the row at an index.
  ///   - id: Returns the id of the row at an index. It must equal the result of the list's own `id`
  ///     closure.
  ///   - index: Returns the index of the row with an id; `nil` if there is none.
  ///   - matchingIndices: Returns the indices of the rows that match a non-empty query, in
  ///     ascending order.
  ///   - fingerprint: Returns a number for the content of the row at an index, which changes with
  ///     the content.
  public init(
    count: Int, row: @escaping @Sendable (Int) -> Row, id: @escaping @Sendable (Int) -> String,
    index: @escaping @Sendable (String) -> Int?,
    matchingIndices: @escaping @Sendable (FilterQuery) -> [Int],
    fingerprint: @escaping @Sendable (Int) -> Int
  ) {
    self.count = count
    self.row = row
    self.id = id
    self.index = index
    self.matchingIndices = matchingIndices
    self.fingerprint = fingerprint
  }

  private static var sampleCount: Int { 512 }

  /// An evenly spread sample of the rows, to measure columns.
  var sample: [Row] {
    guard count > Self.sampleCount else { return (0..<count).map { row($0) } }
    return (0..<Self.sampleCount).map { row($0 * (count - 1) / (Self.sampleCount - 1)) }
  }
}

extension ListContent {
  /// Creates content with lazy rows.
  ///
  ///     ListContent(lazily: rows, noun: ("line", "lines"))
  ///
  /// The column widths are computed from a sample of the rows. A column that may be hidden if empty
  /// is hidden if it is empty in the whole sample.
  ///
  /// - Parameters:
  ///   - rows: The rows, in the order of an unsorted list.
  ///   - noun: The noun for one row, and for several.
  ///   - summary: The line below the list; `nil` to count the rows.
  ///   - note: A sentence for the user about the rows; `nil` for none.
  public init(
    lazily rows: LazyRows<Row>, noun: (one: String, many: String), summary: String? = nil,
    note: String? = nil
  ) {
    self.init(
      ListRows(rows),
      counts: ListSummary(summary ?? (rows.count == 0 ? "" : rows.count.counted(noun))),
      note: note, noun: noun)
  }
}
