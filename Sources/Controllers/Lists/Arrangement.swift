import Core

/// The visible rows of a list: sorted, filtered, and found by id. Created when rows, order or
/// filter change, never while drawing, because sorting 100,000 rows takes a while.
package struct Arrangement<Row: Sendable> {
  private let rows: any RowSource<Row>
  /// The indices of the visible rows in `rows`, in the order shown; `nil` if all rows are shown as
  /// received.
  private let order: [Int]?
  /// The inverse of `order`, created at the first lookup.
  private var visibleIndices: [Int: Int]?
  /// The latest lookup results. The next ones are usually the same or adjacent.
  private var recentIndices: [Int] = []

  /// Creates an arrangement of rows.
  ///
  ///     Arrangement(
  ///       visits, columns: columns, sort: ListSort("date"), query: FilterQuery("anna"),
  ///       id: { $0.id })
  ///
  /// - Parameters:
  ///   - rows: The rows as received.
  ///   - columns: The columns whose texts the query searches. Rows that are equal by `sort` are
  ///     ordered by the first column.
  ///   - sort: The order. If it names none of the columns, the rows stay as received.
  ///   - query: The filter. An empty one matches all rows.
  ///   - searchText: Returns additional text of a row for the query to search; `nil` for none.
  ///   - id: Returns a row's id, unique among the rows.
  public init(
    _ rows: [Row], columns: [Column<Row>], sort: ListSort, query: FilterQuery,
    searchText: (@Sendable (Row) -> String)? = nil, id: @escaping @Sendable (Row) -> String
  ) {
    self.init(
      RowArray(rows, id: id), columns: columns, sort: sort, query: query, searchText: searchText)
  }

  init(
    _ rows: any RowSource<Row>, columns: [Column<Row>], sort: ListSort, query: FilterQuery,
    searchText: (@Sendable (Row) -> String)? = nil
  ) {
    self.rows = rows
    let column = columns.first { $0.id == sort.columnID }
    guard column != nil || !query.isEmpty else {
      order = nil
      return
    }
    let matches: [Int]
    if query.isEmpty {
      matches = Array(0..<rows.count)
    } else if let found = rows.indices(matching: query) {
      matches = found
    } else {
      let filter = RowFilter(columns: columns, query: query, searchText: searchText)
      matches = (0..<rows.count).filter { filter.includes(rows.row(at: $0)) }
    }
    guard let column else {
      order = matches
      return
    }
    func keys(of column: Column<Row>) -> [SortKey] {
      if let keys = rows.sortKeys(for: column.id) { return matches.map { keys[$0].folded } }
      return matches.map { column.sortKey(rows.row(at: $0)).folded }
    }
    // Equal rows are ordered by the first column, so that a server with an unstable order moves
    // none of them.
    let names = columns.first.flatMap { $0.id == column.id ? nil : keys(of: $0) }
    let rowKeys = keys(of: column).enumerated().map { place, key in
      RowKey(index: matches[place], key: key, name: names?[place] ?? .nothing)
    }
    let isDescending = sort.isDescending
    order =
      rowKeys.sorted { left, right in
        left.precedes(right, isDescending: isDescending) { rows.id(at: $0.index) }
      }
      .map(\.index)
  }

  /// The number of visible rows.
  public var count: Int { order?.count ?? rows.count }

  /// The visible row at an index.
  public subscript(place: Int) -> Row { rows.row(at: order?[place] ?? place) }

  var shown: some Collection<Row> { (0..<count).lazy.map { self[$0] } }

  func id(at index: Int) -> String { rows.id(at: order?[index] ?? index) }

  mutating func index(of wanted: String) -> Int? {
    for last in recentIndices {
      for near in [last, last + 1, last - 1]
      where near >= 0 && near < count && id(at: near) == wanted {
        remember(near)
        return near
      }
    }
    guard let row = rows.index(of: wanted), let index = visibleIndex(ofRow: row) else { return nil }
    remember(index)
    return index
  }

  private mutating func visibleIndex(ofRow row: Int) -> Int? {
    guard let order else { return row }
    let indices =
      visibleIndices ?? Dictionary(zip(order, order.indices)) { first, _ in first }
    visibleIndices = indices
    return indices[row]
  }

  mutating func remember(_ index: Int) {
    guard recentIndices.first != index else { return }
    recentIndices.removeAll { $0 == index }
    recentIndices.insert(index, at: 0)
    // The top row and the selected row, each with its present and its previous index.
    if recentIndices.count > 4 { recentIndices.removeLast() }
  }

  /// Another arrangement often has the same rows and some more.
  mutating func remember(_ other: Arrangement) { recentIndices = other.recentIndices }

  func neighbourIDs(of index: Int) -> [String] {
    (1...(ListState.neighbourCount / 2)).flatMap { [index + $0, index - $0] }
      .filter { $0 >= 0 && $0 < count }.map { id(at: $0) }
  }
}

/// The values that a row is sorted by.
private struct RowKey {
  let index: Int
  let key: SortKey
  let name: SortKey

  /// Compares by the column, then by name, then by id. Only the column's direction is reversible.
  func precedes(_ other: RowKey, isDescending: Bool, id: (RowKey) -> String) -> Bool {
    if key.isNothing != other.key.isNothing { return other.key.isNothing }
    if key.precedes(other.key) { return !isDescending }
    if other.key.precedes(key) { return isDescending }
    if name.isNothing != other.name.isNothing { return other.name.isNothing }
    if name.precedes(other.name) { return true }
    if other.name.precedes(name) { return false }
    let (left, right) = (id(self).naturalSortKey, id(other).naturalSortKey)
    return left == right ? index < other.index : left < right
  }
}
