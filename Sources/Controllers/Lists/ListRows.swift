/// Rows that can be added to while others hold them, as those of a list that comes in pieces are.
///
/// Adding rows copies at most one chunk. An array whose contents somebody else holds too would copy
/// all that are there.
struct ListRows<Row: Sendable>: Sendable, RandomAccessCollection {
  /// The rows in chunks, all of the same length but for the last.
  private var chunks: [[Row]] = []
  /// The rows that are made when they are looked at; nil for those in `chunks`.
  let lazily: LazyRows<Row>?
  private(set) var count = 0
  private static var chunkLength: Int { 256 }

  init() { lazily = nil }

  init(_ rows: [Row]) {
    lazily = nil
    append(contentsOf: rows)
  }

  /// Rows that are made when they are looked at; all at once if others are added.
  init(_ rows: LazyRows<Row>) {
    lazily = rows
    count = rows.count
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> Row {
    if let lazily { return lazily.row(place) }
    return chunks[place / Self.chunkLength][place % Self.chunkLength]
  }

  /// The rows that columns are measured by: all that are here, or a sample of those that aren't made yet.
  var measured: ListRows { lazily.map { ListRows($0.sample) } ?? self }

  /// Returns the row of the first of these ids that there is one of.
  func first(of wanted: [String], _ id: (Row) -> String) -> Row? {
    if let lazily {
      return wanted.lazy.compactMap { lazily.place($0) }.first.map { lazily.row($0) }
    }
    guard wanted.count > 1 else { return first { id($0) == wanted.first } }
    let rows = Dictionary(map { (id($0), $0) }) { first, _ in first }
    return wanted.lazy.compactMap { rows[$0] }.first
  }

  mutating func append(_ row: Row) {
    if lazily != nil { self = ListRows(Array(self)) }
    if count % Self.chunkLength == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(row)
    count += 1
  }

  mutating func append(contentsOf rows: some Sequence<Row>) {
    for row in rows { append(row) }
  }
}
