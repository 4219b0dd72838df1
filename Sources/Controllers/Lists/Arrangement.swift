/// The rows of a list that are shown, in their order: sorted, filtered, and found by id.
///
/// Sorting 100,000 rows takes a while, so an arrangement is made when rows, order or filter change, never while drawing.
public struct Arrangement<Row: Sendable> {
  public let rows: [Row]
  /// The ids of the rows that are shown, in their order: asked for many times at every key.
  private let ids: [String]
  /// Indices into the rows as received.
  private let order: [Int]
  /// Found when first needed: the place of each id.
  private var places: [String: Int]?
  /// The place that was asked for last; the next one asked for is most often the same or beside it.
  private var lastPlace = 0

  public init(
    _ rows: [Row], columns: [Column<Row>], sort: ListSort, query: TextQuery,
    id: @escaping @Sendable (Row) -> String
  ) {
    self.rows = rows
    var order = Array(rows.indices)
    if !query.isEmpty {
      order.removeAll { index in !columns.contains { query.matches($0.text(rows[index])) } }
    }
    if let column = columns.first(where: { $0.id == sort.columnID }) {
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
    self.order = order
    ids = order.map { id(rows[$0]) }
  }

  public var count: Int { order.count }

  public subscript(place: Int) -> Row { rows[order[place]] }

  func id(at place: Int) -> String { ids[place] }

  /// Where the row of an id stands, if it is shown.
  mutating func place(of wanted: String) -> Int? {
    for near in [lastPlace, lastPlace + 1, lastPlace - 1]
    where near >= 0 && near < count && id(at: near) == wanted {
      lastPlace = near
      return near
    }
    if places == nil {
      places = Dictionary(zip(ids, 0...)) { first, _ in first }
    }
    guard let place = places?[wanted] else { return nil }
    lastPlace = place
    return place
  }

  /// The ids around a place, nearest first.
  func neighbourIDs(of place: Int) -> [String] {
    (1...(ListState.neighbourCount / 2)).flatMap { [place + $0, place - $0] }
      .filter { $0 >= 0 && $0 < count }.map { id(at: $0) }
  }
}
