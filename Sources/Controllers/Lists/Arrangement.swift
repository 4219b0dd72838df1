import Core

/// The visible rows of a list: sorted, filtered, and found by id. Created when rows, order or
/// filter change, never while drawing, because sorting 100,000 rows takes a while.
package struct Arrangement<Row: Sendable> {
  private let rows: ListRows<Row>
  private let id: @Sendable (Row) -> String
  /// The sorted and filtered order; `nil` if all rows are shown as received.
  private let sorted: Sorted?
  private var indicesByID: [String: Int]?
  /// The latest lookup results. The next ones are usually the same or adjacent.
  private var recentIndices: [Int] = []

  private struct Sorted {
    /// The indices into the rows as received.
    let order: [Int]
    /// Every key looks these up many times; `nil` for lazy rows, found by their own closures.
    let ids: [String]?
    /// Whether the rows are only filtered, and still in the order as received.
    let isAscending: Bool
  }

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
      ListRows(rows), columns: columns, sort: sort, query: query, searchText: searchText, id: id)
  }

  init(
    _ rows: ListRows<Row>, columns: [Column<Row>], sort: ListSort, query: FilterQuery,
    searchText: (@Sendable (Row) -> String)? = nil, id: @escaping @Sendable (Row) -> String
  ) {
    self.rows = rows
    self.id = id
    let column = columns.first { $0.id == sort.columnID }
    guard column != nil || !query.isEmpty else {
      sorted = nil
      return
    }
    var order: [Int]
    if let lazily = rows.lazily, !query.isEmpty {
      order = lazily.matchingIndices(query)
    } else {
      order = Array(rows.indices)
      if !query.isEmpty {
        let filter = RowFilter(columns: columns, query: query, searchText: searchText)
        order.removeAll { !filter.includes(rows[$0]) }
      }
    }
    if let column {
      // Equal rows are ordered by the first column, so that a server with an unstable order moves
      // none of them.
      let first = columns.first.flatMap { $0.id == column.id ? nil : $0 }
      let keys = order.map { index in
        RowKey(
          index: index, key: column.sortKey(rows[index]).folded,
          name: first?.sortKey(rows[index]).folded ?? .nothing)
      }
      let isDescending = sort.isDescending
      order =
        keys.sorted { left, right in
          left.precedes(right, isDescending: isDescending) { id(rows[$0.index]) }
        }
        .map(\.index)
    }
    sorted = Sorted(
      order: order, ids: rows.lazily == nil ? order.map { id(rows[$0]) } : nil,
      isAscending: column == nil)
  }

  /// The number of visible rows.
  public var count: Int { sorted?.order.count ?? rows.count }

  /// The visible row at an index.
  public subscript(place: Int) -> Row { rows[sorted?.order[place] ?? place] }

  var shown: some Collection<Row> { (0..<count).lazy.map { self[$0] } }

  func id(at index: Int) -> String {
    if let ids = sorted?.ids { return ids[index] }
    let rowIndex = sorted?.order[index] ?? index
    return rows.lazily?.id(rowIndex) ?? id(rows[rowIndex])
  }

  mutating func index(of wanted: String) -> Int? {
    for last in recentIndices {
      for near in [last, last + 1, last - 1]
      where near >= 0 && near < count && id(at: near) == wanted {
        remember(near)
        return near
      }
    }
    if let lazily = rows.lazily, sorted?.isAscending != false {
      guard let rowIndex = lazily.index(wanted) else { return nil }
      guard let index = sorted.map({ $0.order.sortedIndex(of: rowIndex) }) ?? rowIndex else {
        return nil
      }
      remember(index)
      return index
    }
    if indicesByID == nil {
      indicesByID = Dictionary((0..<count).map { (id(at: $0), $0) }) { first, _ in first }
    }
    guard let index = indicesByID?[wanted] else { return nil }
    remember(index)
    return index
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
