public import Controllers
import Terminals
public import Values

/// Rows for a pipe, in a list's own columns.
public struct Table<Row: Sendable>: Sendable {
  /// Gives rows to a closure, one after the other.
  public typealias Source = @Sendable (_ body: (Row) throws -> Void) throws -> Void

  private let columns: [Column<Row>]
  private let rows: [Row]
  private let each: Source

  /// Sorts the rows, and keeps those that match a filter. Throws `UsageError` if a column isn't
  /// there, or the filter can't be used.
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

  /// Keeps the rows of a source that match a filter, in its order and without holding them in
  /// memory: the source is read once for each output. Throws `UsageError` if the filter can't be
  /// used.
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
        advice: "Mend the expression, or write the text in double quotes: '\"a/b/\"'.")
    }
    return query
  }

  /// The rows, in their order; none of a table that reads a source.
  public var arranged: [Row] { rows }

  /// Columns that line up, two blanks apart, for a pipe or a file: nothing is cut.
  public var plain: String { plain(width: nil) }

  /// The rows as a command prints them: fitted to the terminal, if the command prints to one.
  public var printed: String { lines(width: StandardOutput.columns).text }

  /// Returns the output of a command, with a note of the columns that the terminal has no room for.
  ///
  ///     table.output(note: list.note, instead: "--csv")
  ///
  /// `instead` is the option that prints all of them.
  public func output(note: String? = nil, instead option: String) -> Command.Output {
    let (text, leftOut) = lines(width: StandardOutput.columns)
    let notes = [note, Self.note(leftOut: leftOut, instead: option)].compactMap(\.self)
    return Command.Output(text, note: notes.isEmpty ? nil : notes.joined(separator: " "))
  }

  /// "Left out for want of room: UPDATED. Widen the terminal, or use --csv."
  static func note(leftOut headings: [String], instead option: String) -> String? {
    headings.isEmpty
      ? nil
      : "Left out for want of room: \(headings.joined(separator: ", ")). "
        + "Widen the terminal, or use \(option)."
  }

  /// Columns that line up, two blanks apart, on lines of at most so many cells; nil for as many as there are.
  func plain(width: Int?) -> String { lines(width: width).text }

  /// The lines that `plain` returns, and the headings of the last columns if they have no room.
  func lines(width: Int?) -> (text: String, leftOut: [String]) {
    var cells = TableCells(columns.map(\.heading))
    for row in rows { cells.add(columns.map { $0.text(row) }) }
    let widths = fitted(cells, to: width)
    var text = ""
    cells.forEach { text += line($0, widths) }
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

  /// Returns the widths of as many columns as there is room for.
  ///
  /// A number, a date or an id means something else when it is cut, so only prose becomes narrower: first the columns behind the first, to
  /// their ideal; then the first, to its minimum; and then these to theirs.
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
    // With nothing beside it to leave out, a first column is cut rather than its line.
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

  /// The width of columns beside each other.
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

  /// Returns the output of a command: a table, or with `--json` an array, or with `--csv` the columns' ids and the rows (`CSV`), of other
  /// columns if any are given.
  ///
  ///     try table.output(arguments, note: list.note, json: table.arranged.map(\.raw))
  ///
  /// Throws `UsageError`.
  public func output(
    _ arguments: Arguments, note: String? = nil, csv columns: [Column<Row>]? = nil,
    json: @autoclosure () -> [JSON]
  ) throws -> Command.Output {
    if arguments.has("json") {
      return Command.Output(JSON.array(json()).indented + "\n", note: note)
    }
    guard arguments.has("csv") else { return output(note: note, instead: "--csv") }
    let kind = try Self.kind(arguments)
    let csv = CSV(
      rows, columns: columns ?? self.columns, isRaw: kind == "raw", isForExcel: kind == "excel")
    return Command.Output(csv.text, note: note)
  }

  private static func kind(_ arguments: Arguments) throws -> String? {
    let kind = arguments.value("csv")
    guard [nil, "raw", "excel"].contains(kind) else {
      throw UsageError(
        "--csv doesn't know “\(kind ?? "")”", advice: "Write --csv, --csv=raw, or --csv=excel.")
    }
    return kind
  }

  /// Returns the output of a command as `output(_:note:csv:json:)` does, made while it is written.
  ///
  ///     try table.output(arguments, exitCode: .success) { row in row.raw }
  ///
  /// Throws `UsageError`, and what the rows' source throws.
  public func output(
    _ arguments: Arguments, note: String? = nil, exitCode: ExitCode,
    eachJSON: @escaping @Sendable (Row) throws -> JSON
  ) throws -> Command.Output {
    let (columns, each) = (columns, each)
    if arguments.has("json") {
      return Command.Output(note: note, exitCode: exitCode) { write in
        var isFirst = true
        try each { row in
          // An array of the row alone, without its brackets.
          let text = JSON.array([try eachJSON(row)]).indented.utf8.dropFirst(4).dropLast(2)
          try write((isFirst ? "[\n  " : ",\n  ") + String(Substring(text)))
          isFirst = false
        }
        try write(isFirst ? "[]\n" : "\n]\n")
      }
    }
    if arguments.has("csv") {
      let kind = try Self.kind(arguments)
      return Command.Output(note: note, exitCode: exitCode) { write in
        try write(CSV.head(columns, isRaw: kind == "raw", isForExcel: kind == "excel"))
        try each { try write(CSV.line($0, columns, isRaw: kind == "raw")) }
      }
    }
    var cells = TableCells(columns.map(\.heading))
    try each { row in cells.add(columns.map { $0.text(row) }) }
    let (found, widths) = (cells, fitted(cells, to: StandardOutput.columns))
    let leftOut = Self.note(
      leftOut: columns[widths.count...].map(\.heading), instead: "--csv")
    let notes = [note, leftOut].compactMap(\.self)
    return Command.Output(
      note: notes.isEmpty ? nil : notes.joined(separator: " "), exitCode: exitCode
    ) { write in try found.forEach { try write(line($0, widths)) } }
  }
}
