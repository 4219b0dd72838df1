/// Comma-separated values, as RFC 4180 has them. Texts are as they are: the next program reads them, not a terminal.
public struct CSV: Hashable, Sendable {
  public let text: String

  /// The columns' ids in the first line, then the rows.
  public init<Row>(_ rows: [Row], columns: [Column<Row>]) {
    text = ([columns.map { $0.id }] + rows.map { row in columns.map { $0.text(row) } })
      .map { cells in cells.map(CSV.quoted).joined(separator: ",") + "\r\n" }
      .joined()
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
