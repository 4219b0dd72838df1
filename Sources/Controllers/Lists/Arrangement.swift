/// The rows of a list that are shown, in their order: sorted, filtered, and found by id.
///
/// Sorting 100,000 rows takes a while, so an arrangement is made when rows, order or filter change, never while drawing.
public struct Arrangement<Row: Sendable> {
  private let rows: ListRows<Row>
  private let id: @Sendable (Row) -> String
  /// Nil while the rows stand as they were received: then there is nothing to arrange, however many there are.
  private let sorted: Sorted?
  /// Found when first needed: the place of each id.
  private var places: [String: Int]?
  /// The places that were asked for last; those asked for next are most often the same or beside them.
  private var lastPlaces: [Int] = []

  /// An order of one's own.
  private struct Sorted {
    /// Indices into the rows as received.
    let order: [Int]
    /// The ids of the rows that are shown, in their order: asked for many times at every key.
    let ids: [String]
  }

  public init(
    _ rows: [Row], columns: [Column<Row>], sort: ListSort, query: TextQuery,
    id: @escaping @Sendable (Row) -> String
  ) {
    self.init(ListRows(rows), columns: columns, sort: sort, query: query, id: id)
  }

  init(
    _ rows: ListRows<Row>, columns: [Column<Row>], sort: ListSort, query: TextQuery,
    id: @escaping @Sendable (Row) -> String
  ) {
    self.rows = rows
    self.id = id
    let column = columns.first { $0.id == sort.columnID }
    guard column != nil || !query.isEmpty else {
      sorted = nil
      return
    }
    var order = Array(rows.indices)
    if !query.isEmpty {
      order.removeAll { index in !columns.contains { query.matches($0.text(rows[index])) } }
    }
    if let column {
      let keys = order.map { (index: $0, key: column.sortKey(rows[$0]).folded) }
      let isDescending = sort.isDescending
      order =
        keys.sorted { left, right in
          if left.key.isNothing != right.key.isNothing { return right.key.isNothing }
          if left.key.precedes(right.key) { return !isDescending }
          if right.key.precedes(left.key) { return isDescending }
          return left.index < right.index
        }
        .map(\.index)
    }
    sorted = Sorted(order: order, ids: order.map { id(rows[$0]) })
  }

  public var count: Int { sorted?.order.count ?? rows.count }

  public subscript(place: Int) -> Row { rows[sorted?.order[place] ?? place] }

  func id(at place: Int) -> String { sorted?.ids[place] ?? id(rows[place]) }

  /// Where the row of an id stands, if it is shown.
  mutating func place(of wanted: String) -> Int? {
    for last in lastPlaces {
      for near in [last, last + 1, last - 1]
      where near >= 0 && near < count && id(at: near) == wanted {
        remember(near)
        return near
      }
    }
    if places == nil {
      places = Dictionary((0..<count).map { (id(at: $0), $0) }) { first, _ in first }
    }
    guard let place = places?[wanted] else { return nil }
    remember(place)
    return place
  }

  /// Looks there first from now on: what is about to be asked for stands there.
  mutating func remember(_ place: Int) {
    guard lastPlaces.first != place else { return }
    lastPlaces.removeAll { $0 == place }
    lastPlaces.insert(place, at: 0)
    // The first row shown and the selected one, where they are and where they were.
    if lastPlaces.count > 4 { lastPlaces.removeLast() }
  }

  /// Looks first where another arrangement would: often it has the same rows and some more.
  mutating func remember(_ other: Arrangement) { lastPlaces = other.lastPlaces }

  /// The ids around a place, nearest first.
  func neighbourIDs(of place: Int) -> [String] {
    (1...(ListState.neighbourCount / 2)).flatMap { [place + $0, place - $0] }
      .filter { $0 >= 0 && $0 < count }.map { id(at: $0) }
  }
}
