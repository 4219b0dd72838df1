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

  /// Columns that line up, two blanks apart, for a pipe or a file: nothing is cut.
  public var plain: String { plain(width: nil) }

  /// What a command prints: fitted to the terminal that it prints to, if it does.
  public var printed: String { plain(width: StandardOutput.columns) }

  /// Columns that line up, two blanks apart, on lines of at most so many cells; nil for as many as there are.
  func plain(width: Int?) -> String {
    let lines =
      [columns.map(\.heading)]
      + rows.map { row in columns.map { SafeText.visible($0.text(row)) } }
    let widths = fitted(
      columns.indices.map { column in lines.map { CellWidth.of($0[column]) }.max() ?? 0 }, to: width
    )
    return lines.map { cells in
      let cells = zip(cells, widths).map { Self.cut($0, to: $1) }
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

  /// The widest columns become narrower, until all fit beside each other or say nothing any more.
  private func fitted(_ widths: [Int], to width: Int?) -> [Int] {
    guard let width else { return widths }
    var widths = widths
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - width
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 8
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard CellWidth.of(text) > width else { return text }
    var cut = ""
    var used = 0
    for character in text {
      used += CellWidth.of(String(character))
      if used > width - 1 { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// The columns' ids in the first line. Texts are as they are: the next program reads them, not a terminal.
  public var csv: String { csv(columns) }

  /// The same rows in other columns.
  public func csv(_ columns: [Column<Row>]) -> String { CSV(rows, columns: columns).text }
}
