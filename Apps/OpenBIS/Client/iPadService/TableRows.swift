import Accounts
import Reprise

/// The rows of a table that an aggregation service returns, decoded one by one: 100,000 rows are 50
/// MB of JSON. The number of rows, the length of a row and the memory of all entities are limited.
/// All methods also throw `JSON.Malformed`.
struct TableRows: Sendable {
  private let rows: JSON.Part?
  let titles: [String]

  static let mostRows = ServerResponse.longestList
  /// In bytes.
  static let longestRow = 16 << 20
  /// For the entities of one response, in bytes, in addition to the response.
  static let entityMemory = 192 << 20

  init(_ body: [UInt8]) throws {
    let response = try JSON.Part(body)
    guard let members = try response.members("error", "result") else {
      throw OpenBISError.unexpected(
        (try? response.value())?.kind ?? "something else", expected: "an answer of JSON-RPC")
    }
    if let error = try members["error"]?.value(), error != .null { throw OpenBISError(error) }
    guard let result = members["result"] else {
      throw OpenBISError.unexpected("an answer without a result", expected: "a table")
    }
    guard let table = try result.members("columns", "rows") else {
      throw OpenBISError.unexpected(try result.value().kind, expected: "a table")
    }
    guard let columns = try table["columns"]?.value().array else {
      throw OpenBISError.unexpected("an object without columns", expected: "a table")
    }
    titles = columns.map { $0["title"]?.string ?? $0.string ?? "" }
    rows = table["rows"]
  }

  /// Throws `OpenBISError.tooManyRows`, and `unexpected` if a row is too long. Returns the number
  /// of rows that couldn't be read.
  func forEachRow(_ read: (TableRow) throws -> Void) throws -> Int {
    guard let rows else { return 0 }
    // A table without rows may have null instead.
    guard try rows.isArray || rows.value() == .null else {
      throw OpenBISError.unexpected(try rows.value().kind, expected: "a list")
    }
    var columnIndices: [String: Int] = [:]
    // If several columns have one title, the first is used.
    for (index, title) in titles.enumerated() where columnIndices[title] == nil {
      columnIndices[title] = index
    }
    var unreadable = 0
    var count = 0
    try rows.visit { _, row in
      count += 1
      guard count <= Self.mostRows else { throw OpenBISError.tooManyRows(most: Self.mostRows) }
      guard row.range.count <= Self.longestRow else {
        throw OpenBISError.unexpected(
          "a row of \(row.range.count.byteCountText)",
          expected: "rows of at most \(Self.longestRow.byteCountText)")
      }
      guard let cells = try row.value().array else {
        unreadable += 1
        return
      }
      try read(TableRow(columnIndices: columnIndices, cells: cells))
    }
    return unreadable
  }

  /// Throws `MemoryBudgetExceeded`, and `OpenBISError.unexpected` if there are rows but none can be
  /// read. Returns the number of rows that aren't lists of cells, or have no id.
  @discardableResult func forEachEntity(
    within memory: Int = TableRows.entityMemory, _ read: (Entity) throws -> Void
  ) throws -> Int {
    var taken = 0
    var count = 0
    var withoutID = 0
    let unreadable = try forEachRow { row in
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

struct EntityRows: Sendable, ExpressibleByArrayLiteral {
  var entities: [Entity]
  var unreadableCount = 0

  init(entities: [Entity]) { self.entities = entities }

  init(arrayLiteral entities: Entity...) { self.init(entities: entities) }
}

extension Int {
  var unreadableRowsText: String? {
    self == 0
      ? nil
      : "\(counted(("row", "rows"))) of the answer can't be read. "
        + "~ marks what may be among them, as it was last seen."
  }
}

struct TableRow {
  let columnIndices: [String: Int]
  let cells: [JSON]

  /// Empty for null; `nil` if there is no such cell. V3 sends numbers, query v1 only strings.
  subscript(title: String) -> String? {
    guard let index = columnIndices[title], index < cells.count else { return nil }
    let cell = cells[index]
    let value = cell.members == nil ? cell : cell["value"] ?? .null
    switch value {
    case .string(let text), .number(let text): return text
    case .bool(let value): return value ? "true" : "false"
    case .null: return ""
    case .array, .object: return value.text
    }
  }
}
