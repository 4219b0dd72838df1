public import Controllers
import Terminals

/// Rows for a pipe, in a list's own columns.
public struct Table<Row: Sendable>: Sendable {
  private let columns: [Column<Row>]
  private let rows: [Row]

  /// The rows in an order, those that contain a text. Throws `UsageProblem` if a column isn't there.
  public init(
    _ rows: [Row], columns: [Column<Row>], sort: ListSort, filter: String,
    searched: (@Sendable (Row) -> String)? = nil, id: @escaping @Sendable (Row) -> String
  ) throws {
    guard sort == .asReceived || columns.contains(where: { $0.id == sort.columnID }) else {
      let names = columns.map(\.id).joined(separator: ", ")
      throw UsageProblem("there is no column “\(sort.columnID)”", advice: "There are: \(names).")
    }
    self.columns = columns
    let arrangement = Arrangement(
      rows, columns: columns, sort: sort, query: TextQuery(filter),
      searched: searched, id: id)
    self.rows = (0..<arrangement.count).map { arrangement[$0] }
  }

  /// The rows, in their order.
  public var arranged: [Row] { rows }

  /// Columns that line up, two blanks apart.
  public var plain: String {
    let lines =
      [columns.map(\.heading)]
      + rows.map { row in columns.map { SafeText.visible($0.text(row)) } }
    let widths = columns.indices.map { column in
      lines.map { CellWidth.of($0[column]) }.max() ?? 0
    }
    return lines.map { cells in
      var line = ""
      for (index, cell) in cells.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - CellWidth.of(cell))
        let isLast = index == cells.count - 1
        line += columns[index].isNumeric ? padding + cell : cell + (isLast ? "" : padding)
        line += isLast ? "\n" : "  "
      }
      return line
    }
    .joined()
  }

  /// The columns' ids in the first line. Texts are as they are: the next program reads them, not a terminal.
  public var csv: String { CSV(rows, columns: columns).text }
}
