public import Controllers
public import Core
import Terminals

/// The rows that a command prints, with the columns of a list. It can be printed as aligned text,
/// JSON or CSV.
public struct Table<Row: Sendable>: Sendable {
  /// A function that reads rows from a file or another source and passes them to `body` one at a
  /// time.
  public typealias Source = @Sendable (_ body: (Row) throws -> Void) throws -> Void

  private let columns: [Column<Row>]
  private let rows: [Row]
  private let each: Source

  /// Creates a table of the rows that match a filter, sorted. Throws `UsageError` if the sort
  /// column doesn't exist or the filter is invalid.
  ///
  ///     try Table(systems, columns: columns, filter: "lab", id: \.id)
  public init(
    _ rows: [Row], columns: [Column<Row>], sort: ListSort = .asReceived, filter: String = "",
    searchText: (@Sendable (Row) -> String)? = nil, id: @escaping @Sendable (Row) -> String
  ) throws {
    try sort.require(among: columns)
    self.columns = columns
    let query = try Self.query(filter)
    let arrangement = Arrangement(
      rows, columns: columns, sort: sort, query: query,
      searchText: searchText, id: id)
    let rows = (0..<arrangement.count).map { arrangement[$0] }
    self.rows = rows
    each = { try rows.forEach($0) }
  }

  /// Creates a table of a source's rows that match a filter, in the source's order. The rows aren't
  /// stored: each output reads the source once. Throws `UsageError` if the filter is invalid.
  ///
  ///     try Table(reading: { body in try records.forEach(body) }, columns: columns, filter: "lab")
  public init(
    reading source: @escaping Source, columns: [Column<Row>], filter: String = "",
    searchText: (@Sendable (Row) -> String)? = nil
  ) throws {
    self.columns = columns
    rows = []
    let selection = RowFilter(
      columns: columns, query: try Self.query(filter), searchText: searchText)
    each = { body in try source { if selection.includes($0) { try body($0) } } }
  }

  private static func query(_ filter: String) throws -> FilterQuery {
    let query = FilterQuery(filter)
    if let problem = query.problem {
      throw UsageError(
        "--filter can't use “\(filter)”: \(problem)",
        advice: "Fix the expression, or write the text in double quotes: '\"a/b/\"'.")
    }
    return query
  }

  /// The rows that match the filter, in their sort order. Empty if the table was created with
  /// `init(reading:columns:filter:searchText:)`, which doesn't store rows.
  public var arranged: [Row] { rows }

  /// The stored rows as text, in aligned columns separated by two spaces. No cell is truncated.
  public var plain: String { plain(width: nil) }

  /// Returns the table as aligned text, for a command that prints it. If stdout is a terminal and
  /// the table is wider, long texts are truncated. The last columns are omitted if even that isn't
  /// enough, and a note on stderr names them. Rethrows the errors of the source that the table
  /// reads.
  ///
  ///     try table.output(note: list.note, instead: "--csv")
  ///
  /// - Parameters:
  ///   - note: A note about the rows, printed to stderr.
  ///   - exitCode: The process's exit code.
  ///   - option: The option that prints all columns, recommended if columns are omitted.
  public func output(
    note: String? = nil, exitCode: ExitCode = .success, instead option: String
  ) throws -> Command.Output {
    var cells = TableCells(columns.map(\.heading))
    try each { row in cells.add(columns.map { $0.text(row) }) }
    let (found, widths) = (cells, fitted(cells, to: StandardOutput.columns))
    let leftOut = Self.note(leftOut: columns[widths.count...].map(\.heading), instead: option)
    let notes = [note, leftOut].compactMap(\.self)
    return Command.Output(
      note: notes.isEmpty ? nil : notes.joined(separator: " "), exitCode: exitCode
    ) { write in try found.forEachRow { try write(line($0, widths)) } }
  }

  /// "Left out for lack of room: UPDATED. Widen the terminal, or use --csv."
  static func note(leftOut headings: [String], instead option: String) -> String? {
    headings.isEmpty
      ? nil
      : "Left out for lack of room: \(headings.joined(separator: ", ")). "
        + "Widen the terminal, or use \(option)."
  }

  func plain(width: Int?) -> String { lines(width: width).text }

  func lines(width: Int?) -> (text: String, leftOut: [String]) {
    var cells = TableCells(columns.map(\.heading))
    for row in rows { cells.add(columns.map { $0.text(row) }) }
    let widths = fitted(cells, to: width)
    var text = ""
    cells.forEachRow { text += line($0, widths) }
    return (text, columns[widths.count...].map(\.heading))
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, width) in widths.enumerated() {
      let cell = Self.cut(cells[index], to: width)
      let padding = String(repeating: " ", count: width - CellWidth.of(cell))
      let isLast = index == widths.count - 1
      line += columns[index].isNumeric ? padding + cell : cell + (isLast ? "" : padding)
      line += isLast ? "\n" : "  "
    }
    return line
  }

  /// A truncated number, date or id is misleading, so only prose is narrowed: first the columns
  /// after the first, to their ideal widths; then the first, to its minimum; then the others, to
  /// theirs. Drops the last columns if that isn't enough.
  private func fitted(_ cells: TableCells, to width: Int?) -> [Int] {
    var widths = cells.widths
    guard let width else { return widths }
    let canBeCut = columns.indices.map { index in
      let column = columns[index].width
      return index == 0
        || column.minimum < column.maximum && !columns[index].isNumeric
          && cells.haveBlanks[index]
    }
    func floors(_ floor: (ColumnWidth) -> Int) -> [Int] {
      widths.indices.map { canBeCut[$0] ? min(widths[$0], floor(columns[$0].width)) : widths[$0] }
    }
    var least = floors(\.minimum)
    while least.count > 1, Self.sum(least) > width { least.removeLast() }
    widths.removeLast(widths.count - least.count)
    // If even one column doesn't fit, narrow it rather than drop it.
    if least.count == 1 { least[0] = min(widths[0], 8) }
    let ideal = floors(\.ideal)
    var excess = Self.sum(widths) - width
    func cut(_ index: Int, to floor: Int) {
      let cut = min(excess, widths[index] - floor)
      guard cut > 0 else { return }
      widths[index] -= cut
      excess -= cut
    }
    let others = widths.indices.dropFirst().reversed()
    for index in others { cut(index, to: ideal[index]) }
    cut(0, to: least[0])
    for index in others { cut(index, to: least[index]) }
    return widths
  }

  private static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + 2 * (widths.count - 1)
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

  private static func kind(_ arguments: Arguments) throws -> String? {
    let kind = arguments.value("csv")
    guard [nil, "raw", "excel"].contains(kind) else {
      throw UsageError(
        "--csv doesn't know “\(kind ?? "")”", advice: "Write --csv, --csv=raw, or --csv=excel.")
    }
    return kind
  }

  /// Returns the table in the format that the command line requests: JSON with `--json`, CSV with
  /// `--csv`, otherwise aligned text. JSON and CSV are generated while they are written.
  ///
  ///     try table.output(arguments, note: list.note, eachJSON: \.raw)
  ///
  /// Throws `UsageError` if the value of `--csv` is invalid. Errors of the source that the table
  /// reads are rethrown by this function for aligned text, and by the output's `write(_:)` for JSON
  /// and CSV.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - note: A note about the rows, printed to stderr.
  ///   - csv: The columns of the CSV; `nil` for the table's columns.
  ///   - exitCode: The process's exit code.
  ///   - eachJSON: Returns a row as JSON, an element of the printed array.
  public func output(
    _ arguments: Arguments, note: String? = nil, csv: [Column<Row>]? = nil,
    exitCode: ExitCode = .success, eachJSON: @escaping @Sendable (Row) throws -> JSON
  ) throws -> Command.Output {
    let (columns, each) = (csv ?? self.columns, each)
    if arguments.has("json") {
      return Command.Output(note: note, exitCode: exitCode) { write in
        var isFirst = true
        try each { row in
          // Formats the row as an array of one element and drops the brackets.
          let text = JSON.array([try eachJSON(row)]).indented.utf8.dropFirst(4).dropLast(2)
          try write((isFirst ? "[\n  " : ",\n  ") + String(Substring(text)))
          isFirst = false
        }
        try write(isFirst ? "[]\n" : "\n]\n")
      }
    }
    guard arguments.has("csv") else {
      return try output(note: note, exitCode: exitCode, instead: "--csv")
    }
    let kind = try Self.kind(arguments)
    return Command.Output(note: note, exitCode: exitCode) { write in
      try write(CSV.head(columns, isRaw: kind == "raw", isForExcel: kind == "excel"))
      try each { try write(CSV.line($0, columns, isRaw: kind == "raw")) }
    }
  }
}

/// A table's sanitized cells in one buffer: arrays of strings would take ten times the memory.
struct TableCells: Sendable {
  private(set) var widths: [Int]
  private(set) var haveBlanks: [Bool]
  private var bytes: [UInt8] = []
  /// These control characters never occur in the output of `SafeText`.
  private static let (cellEnd, lineEnd): (UInt8, UInt8) = (0x1F, 0x1E)

  init(_ headings: [String]) {
    widths = Array(repeating: 0, count: headings.count)
    haveBlanks = Array(repeating: false, count: headings.count)
    add(headings)
    haveBlanks = Array(repeating: false, count: headings.count)
  }

  mutating func add(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      let cell = SafeText.visible(cell)
      widths[index] = max(widths[index], CellWidth.of(cell))
      if !haveBlanks[index], cell.utf8.contains(0x20) { haveBlanks[index] = true }
      bytes += Array(cell.utf8)
      bytes.append(Self.cellEnd)
    }
    bytes.append(Self.lineEnd)
  }

  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    var (cells, start): ([String], Int) = ([], 0)
    for index in bytes.indices {
      switch bytes[index] {
      case Self.cellEnd:
        cells.append(String(decoding: bytes[start..<index], as: UTF8.self))
        start = index + 1
      case Self.lineEnd:
        try body(cells)
        cells.removeAll(keepingCapacity: true)
        start = index + 1
      default: break
      }
    }
  }
}
