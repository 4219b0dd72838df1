/// Rows that can be added to while others hold them, as those of a list that comes in pieces are.
///
/// Adding rows copies at most one chunk. An array whose contents somebody else holds too would copy
/// all that are there.
struct ListRows<Row: Sendable>: Sendable, RandomAccessCollection {
  /// The rows in chunks, all of the same length but for the last.
  private var chunks: [[Row]] = []
  private(set) var count = 0
  private static var chunkLength: Int { 256 }

  init() {}

  init(_ rows: [Row]) { append(contentsOf: rows) }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(place: Int) -> Row {
    chunks[place / Self.chunkLength][place % Self.chunkLength]
  }

  mutating func append(_ row: Row) {
    if count % Self.chunkLength == 0 { chunks.append([]) }
    chunks[chunks.count - 1].append(row)
    count += 1
  }

  mutating func append(contentsOf rows: some Sequence<Row>) {
    for row in rows { append(row) }
  }
}
