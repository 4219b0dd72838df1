import Reprise

/// The rows of a table that an aggregation service answers with, read one by one from the answer's bytes.
///
/// A table of 100,000 rows is 50 MB of JSON, of which nothing but the row at hand is ever taken apart.
/// Whatever a server sends: there are no more rows than a list may have, a row has a limit, and so has what all of them hold.
struct TableRows: Sendable {
  private let body: [UInt8]
  private let rows: Range<Int>?
  /// The titles of the columns, in their places.
  let titles: [String]

  /// The most rows that are read.
  static let mostRows = ServerResponse.longestList
  /// The most bytes of a row.
  static let longestRow = 16 << 20
  /// The memory that the entities of one answer may take, in bytes: the answer stands beside them.
  static let entityMemory = 192 << 20

  /// Finds the table in an answer. Throws `OpenBISError` if the answer is an error, or anything else.
  init(_ body: [UInt8]) throws {
    self.body = body
    let scanner = JSONScanner(body)
    let members = try scanner.members(["error", "result"], of: 0..<body.count)
    if let error = members["error"], try scanner.value(error) != .null {
      throw OpenBISError(try scanner.value(error))
    }
    guard let result = members["result"] else {
      throw OpenBISError.unexpected("an answer without a result", expected: "a table")
    }
    guard body[result.lowerBound] == UInt8(ascii: "{") else {
      throw OpenBISError.unexpected(try scanner.value(result).kind, expected: "a table")
    }
    let table = try scanner.members(["columns", "rows"], of: result)
    guard let columns = table["columns"], let list = try scanner.value(columns).array else {
      throw OpenBISError.unexpected("an object without columns", expected: "a table")
    }
    titles = list.map { $0["title"]?.string ?? $0.string ?? "" }
    rows = table["rows"]
  }

  /// Calls `body` with each row; a row that isn't one is passed over, and counted.
  ///
  /// Throws `OpenBISError.tooManyRows` at the first row too many, and `OpenBISError.unexpected` at a row that is too long.
  ///
  /// - Returns: The number of rows that couldn't be read.
  func forEach(_ read: (TableRow) throws -> Void) throws -> Int {
    guard let rows else { return 0 }
    var places: [String: Int] = [:]
    // Of columns with one title the first counts.
    for (place, title) in titles.enumerated() where places[title] == nil { places[title] = place }
    var unreadable = 0
    var count = 0
    try JSONScanner(body).forEachElement(of: rows) { range in
      count += 1
      guard count <= Self.mostRows else { throw OpenBISError.tooManyRows(most: Self.mostRows) }
      guard range.count <= Self.longestRow else {
        throw OpenBISError.unexpected(
          "a row of \(range.count.bytesWords)",
          expected: "rows of at most \(Self.longestRow.bytesWords)")
      }
      guard let cells = try JSONScanner(body).value(range).array else {
        unreadable += 1
        return
      }
      try read(TableRow(places: places, cells: cells))
    }
    return unreadable
  }

  /// Calls `body` with the entity of each row. Throws `MemoryBudgetExceeded`, too, once they take more
  /// memory than there is for them, and
  /// `OpenBISError.unexpected` if none of several rows can be read.
  ///
  /// - Returns: The number of rows that couldn't be read: they aren't rows, or have no id.
  @discardableResult func forEachEntity(
    within memory: Int = TableRows.entityMemory, _ read: (Entity) throws -> Void
  ) throws -> Int {
    var taken = 0
    var count = 0
    var withoutID = 0
    let unreadable = try forEach { row in
      guard let entity = Entity(row) else {
        withoutID += 1
        return
      }
      count += 1
      taken += entity.memory
      guard taken <= memory else { throw MemoryBudgetExceeded(memory: memory) }
      try read(entity)
    }
    guard count > 0 || unreadable + withoutID == 0 else {
      throw OpenBISError.unexpected(
        "a table of which no row can be read", expected: "rows with a PERM_ID")
    }
    return unreadable + withoutID
  }
}

/// The entities of an answer, and the number of its rows that couldn't be read.
struct EntityRows: Sendable, ExpressibleByArrayLiteral {
  var entities: [Entity]
  var unreadableCount = 0

  init(entities: [Entity]) { self.entities = entities }

  init(arrayLiteral entities: Entity...) { self.init(entities: entities) }
}

extension Int {
  /// A sentence about as many rows that couldn't be read; nil for none.
  var unreadableRowsWords: String? {
    self == 0
      ? nil
      : "\(counted(("row", "rows"))) of the answer can't be read. "
        + "~ marks what may be among them, as it was last seen."
  }
}

/// A row of a table: its cells by the titles of their columns.
struct TableRow {
  let places: [String: Int]
  let cells: [JSON]

  /// Returns the text of a cell; nil if there is no such column, or the row ends before it. Null counts as empty.
  ///
  /// Query v1 writes every value as a text, V3 writes numbers as numbers.
  subscript(title: String) -> String? {
    guard let place = places[title], place < cells.count else { return nil }
    let cell = cells[place]
    let value = cell.members == nil ? cell : cell["value"] ?? .null
    switch value {
    case .string(let text): return text
    case .number(let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .null: return ""
    case .array, .object: return value.text
    }
  }
}
