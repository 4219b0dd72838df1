/// Comma-separated values, as RFC 4180 has them.
///
/// A cell that a spreadsheet would run as a formula has an apostrophe before it; numbers are none, also with a sign. With `isRaw` texts
/// are as they are: for a program that reads them, and runs nothing.
public struct CSV: Hashable, Sendable {
  /// The whole text, with a line for each row.
  public let text: String

  /// The columns' ids in the first line, then the rows.
  ///
  ///     CSV(systems, columns: SystemRow.columns).text
  public init<Row>(_ rows: [Row], columns: [Column<Row>], isRaw: Bool = false) {
    text = ([columns.map { $0.id }] + rows.map { row in columns.map { $0.text(row) } })
      .map { cells in
        cells.map { CSV.quoted(isRaw ? $0 : CSV.harmless($0)) }.joined(separator: ",") + "\r\n"
      }
      .joined()
  }

  private static func harmless(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      !isNumber(cell)
    else { return cell }
    return "'" + cell
  }

  private static func isNumber(_ cell: String) -> Bool {
    let digits = cell.dropFirst(cell.hasPrefix("-") || cell.hasPrefix("+") ? 1 : 0)
    return digits.contains(where: \.isNumber)
      && digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
