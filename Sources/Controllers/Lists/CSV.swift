/// Comma-separated values, as defined by RFC 4180.
///
/// A spreadsheet evaluates cells that begin with a character such as = as formulas, which may be
/// harmful. To prevent this, formulas are prefixed with an apostrophe, also after a semicolon, a
/// tab or a line break within a cell. Numbers aren't changed, even with a sign or an exponent.
public struct CSV: Hashable, Sendable {
  /// The complete CSV text: a line with the columns' ids, then a line for each row.
  public let text: String

  /// Creates a CSV text. The first line contains the columns' ids, each further line a row.
  ///
  ///     CSV(systems, columns: SystemRow.columns).text
  ///
  /// - Parameters:
  ///   - rows: The rows to write.
  ///   - columns: The columns to write.
  ///   - isRaw: Whether formulas are written unchanged, for programs that don't evaluate them.
  ///   - isForExcel: Whether the text begins with a byte order mark. Without it, Excel uses a
  ///     legacy encoding and shows “Ã¼” for “ü”.
  public init<Row>(
    _ rows: [Row], columns: [Column<Row>], isRaw: Bool = false, isForExcel: Bool = false
  ) {
    text =
      CSV.head(columns, isRaw: isRaw, isForExcel: isForExcel)
      + rows.map { CSV.line($0, columns, isRaw: isRaw) }.joined()
  }

  package static func head<Row>(
    _ columns: [Column<Row>], isRaw: Bool, isForExcel: Bool
  ) -> String {
    (isForExcel ? byteOrderMark : "") + line(columns.map(\.id), isRaw: isRaw)
  }

  package static func line<Row>(_ row: Row, _ columns: [Column<Row>], isRaw: Bool) -> String {
    line(columns.map { $0.text(row) }, isRaw: isRaw)
  }

  private static func line(_ cells: [String], isRaw: Bool) -> String {
    cells.map { CSV.quoted(isRaw ? $0 : CSV.harmless($0)) }.joined(separator: ",") + "\r\n"
  }

  /// The name of the export format that begins with a byte order mark, as shown in the picker of
  /// formats.
  public static let nameForExcel = "CSV for Excel"

  /// The Unicode byte order mark. Excel reads a CSV file as UTF-8 only if the file begins with it.
  public static let byteOrderMark = "\u{FEFF}"

  /// A spreadsheet that splits cells at semicolons, tabs or line breaks starts a new cell after
  /// each of them, even within quotes.
  private static func harmless(_ cell: String) -> String {
    if isNumber(cell) { return cell }
    var harmless = ""
    for piece in pieces(of: cell) {
      harmless +=
        beginsFormula(piece) && !isNumber(String(piece)) ? "'" + String(piece) : String(piece)
    }
    // For spreadsheets that skip leading tabs and line breaks.
    return beginsFormula(cell.unicodeScalars[...]) && !harmless.hasPrefix("'")
      ? "'" + harmless : harmless
  }

  /// Returns the pieces between the separators, and each separator as its own piece.
  private static func pieces(of cell: String) -> [Substring.UnicodeScalarView] {
    let scalars = cell.unicodeScalars
    var pieces: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    for index in scalars.indices where separators.contains(scalars[index]) {
      let next = scalars.index(after: index)
      pieces += [scalars[start..<index], scalars[index..<next]]
      start = next
    }
    return pieces + [scalars[start...]]
  }

  /// The characters at which a spreadsheet may split cells and lines.
  private static let separators: Set<Unicode.Scalar> = [
    ";", "\t", "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// Some spreadsheets accept the full-width forms.
  private static let firsts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// Returns whether a spreadsheet may skip a character at the start of a cell.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
      || scalar.value < 0x20
  }

  private static func beginsFormula(_ piece: Substring.UnicodeScalarView) -> Bool {
    piece.first { !isBlank($0) }.map { firsts.contains($0) } ?? false
  }

  /// Returns whether a cell is a number, as written by people or programs: "-1,000.5", "-3e-9".
  private static func isNumber(_ cell: String) -> Bool {
    let parts = cell.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    let digits = unsigned(parts[0])
    guard digits.contains(where: \.isNumber),
      digits.allSatisfy({ isDigit($0) || $0 == "." || $0 == "," })
    else { return false }
    guard parts.count == 2 else { return true }
    let exponent = unsigned(parts[1])
    return !exponent.isEmpty && exponent.allSatisfy(isDigit)
  }

  private static func unsigned(_ text: Substring) -> Substring {
    text.dropFirst(text.hasPrefix("-") || text.hasPrefix("+") ? 1 : 0)
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
