/// Rows that can be appended to while other values share them, as in a paged list. Appending copies
/// at most one chunk; a shared array would be copied completely.
struct ListRows<Row: Sendable>: Sendable, RandomAccessCollection {
  /// The rows in chunks, all of the same length except the last.
  private var chunks: [[Row]] = []
  let lazily: LazyRows<Row>?
  private(set) var count = 0
  private static var chunkLength: Int { 256 }

  init() { lazily = nil }

  init(_ rows: [Row]) {
    lazily = nil
    append(contentsOf: rows)
  }

  /// Creates lazy rows. Appending to them creates all of them.
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

  var measured: ListRows { lazily.map { ListRows($0.sample) } ?? self }

  func first(of wanted: [String], _ id: (Row) -> String) -> Row? {
    if let lazily {
      return wanted.lazy.compactMap { lazily.index($0) }.first.map { lazily.row($0) }
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
