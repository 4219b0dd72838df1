import Synchronization

/// The rows of a list where they are stored, for example packed in memory or in a file.
///
/// A list creates a row when it draws the row. To filter, sort or compare rows it creates all of
/// them, unless the source implements the methods that have a default.
///
/// ```swift
/// struct LogLines: RowSource {
///   let log: LogFile
///   var count: Int { log.lineCount }
///   func row(at index: Int) -> LogLine { log.line(index) }
///   func id(at index: Int) -> String { log.id(ofLine: index) }
///   func index(of id: String) -> Int? { log.index(ofLine: id) }
///   func indices(matching query: FilterQuery) -> [Int]? { log.indices(matching: query) }
/// }
///
/// ListContent(source: LogLines(log: log), noun: ("line", "lines"))
/// ```
public protocol RowSource<Row>: Sendable {
  /// The type of the rows.
  associatedtype Row: Sendable
  /// The number of rows.
  var count: Int { get }
  /// Returns the row at an index, in the order of an unsorted list.
  func row(at index: Int) -> Row
  /// Returns the id of the row at an index. It must equal the result of the list's own `id`
  /// closure.
  func id(at index: Int) -> String
  /// Returns the index of the row with an id; `nil` if there is none.
  func index(of id: String) -> Int?
  /// Returns the indices of the rows that match a query that isn't empty, in ascending order. By
  /// default `nil`: the list creates all rows, and searches the texts of their columns.
  func indices(matching query: FilterQuery) -> [Int]?
  /// Returns the sort keys of all rows in a column. By default `nil`: the list creates all rows,
  /// and asks the column for their keys.
  func sortKeys(for columnID: String) -> [SortKey]?
  /// Returns a number for the content of the row at an index, which changes with the content. By
  /// default `nil`: to find changed rows, the list creates and compares them.
  func fingerprint(at index: Int) -> Int?
  /// The rows from which column widths are computed. A column that may be hidden if empty is hidden
  /// if it is empty in all of them. By default 512 rows, spread evenly.
  var sample: [Row] { get }
}

extension RowSource {
  public func indices(matching query: FilterQuery) -> [Int]? { nil }

  public func sortKeys(for columnID: String) -> [SortKey]? { nil }

  public func fingerprint(at index: Int) -> Int? { nil }

  public var sample: [Row] {
    let most = 512
    guard count > most else { return (0..<count).map { row(at: $0) } }
    return (0..<most).map { row(at: $0 * (count - 1) / (most - 1)) }
  }

  /// The row with the first of several ids that the source has.
  func first(of ids: [String]) -> Row? {
    ids.lazy.compactMap { index(of: $0) }.first.map { row(at: $0) }
  }
}

/// Rows in memory.
final class RowArray<Row: Sendable>: RowSource {
  let rows: [Row]
  /// Every key looks these up many times, and a row is copied to ask it.
  private let ids: [String]
  /// Created at the first lookup. The first of several rows with the same id counts.
  private let indicesByID = Mutex<[String: Int]?>(nil)

  /// An application's content has no `id`: the list that receives it says how to identify the rows.
  init(_ rows: [Row], id: @escaping @Sendable (Row) -> String = { _ in "" }) {
    self.rows = rows
    ids = rows.map(id)
  }

  var count: Int { rows.count }
  var sample: [Row] { rows }

  func row(at index: Int) -> Row { rows[index] }

  func id(at index: Int) -> String { ids[index] }

  func index(of wanted: String) -> Int? {
    indicesByID.withLock { indices in
      if indices == nil {
        indices = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
      }
      return indices?[wanted]
    }
  }
}
