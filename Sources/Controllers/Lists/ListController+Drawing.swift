import Screens
public import Terminals

extension ListController {
  /// The lines of a screen, divided among the regions of a list.
  struct Regions {
    let headingRow: Int?
    let firstRow: Int
    let lines: Int
    let footer: [String]
    let footerRow: Int
    let noteRow: Int?
    let summaryRow: Int?
  }

  func regions(in size: Size) -> Regions {
    let problemLines = problemLines(size)
    let note = note == nil ? 0 : 1
    let hasSummary = content?.counts.clauses != [] || state.isFiltering || !filter.isEmpty
    let summary = hasSummary ? 1 : 0
    // On a small screen headings are dropped first: if there are no rows, or if they would displace
    // the last row or the footer.
    let needed = options.footer == nil && options.footerWhenTruncated == nil ? 1 : 3
    let hasHeadings =
      options.showsHeadings && size.rows - problemLines - note - summary > needed
      && (arrangement.count > 0 || size.rows - problemLines > 5)
    let heading = hasHeadings ? 1 : 0
    let first = problemLines + heading
    let availableRows = size.rows - first - note - summary
    let footer = footerLines(
      columns: size.columns,
      rows: min(max(availableRows - 2, min(1, availableRows - 1)), size.rows / 2))
    return Regions(
      headingRow: hasHeadings ? problemLines : nil, firstRow: first,
      lines: max(0, availableRows - footer.count), footer: footer,
      footerRow: size.rows - summary - note - footer.count,
      noteRow: note == 1 ? size.rows - 1 - summary : nil,
      summaryRow: hasSummary ? size.rows - 1 : nil)
  }

  func lines(in size: Size) -> Int { regions(in: size).lines }

  /// The last line contains all remaining text, so that it is truncated visibly.
  private func footerLines(columns width: Int, rows: Int) -> [String] {
    guard let footer = options.footer ?? options.footerWhenTruncated, rows > 0,
      let row = selectedRow, options.footer != nil || isCut(layout(columns: width))
    else { return [] }
    let width = width - 2
    let text = footer(row)
    guard !text.isEmpty else { return [] }
    let lines = Wrapping.lines(of: text, width: width)
    guard lines.count > rows else { return lines }
    return Array(lines.prefix(rows - 1)) + [lines[(rows - 1)...].joined(separator: " ")]
  }

  func layout(columns width: Int) -> ColumnLayout {
    ColumnLayout(widths, hiding: undrawnColumns, from: hasMarks ? 3 : 1, to: width - 1)
  }

  private var hasMarks: Bool { options.mark != nil || content?.lastSeenIDs.isEmpty == false }

  private func mark(of row: Row) -> Mark? {
    if let content, !content.lastSeenIDs.isEmpty, content.lastSeenIDs.contains(id(row)) {
      return .lastSeen
    }
    return options.mark?(row)
  }

  private var undrawnColumns: Set<Int> {
    groupColumn.map { hiddenColumns.union([$0]) } ?? hiddenColumns
  }

  private func isCut(_ layout: ColumnLayout) -> Bool {
    layout.frames.count + undrawnColumns.count < columns.count
  }

  public func draw(in canvas: inout Canvas) {
    drawProblem(in: &canvas)
    guard content != nil else { return }
    let regions = regions(in: canvas.size)
    let layout = layout(columns: canvas.columns)
    if let row = regions.headingRow { drawHeadings(layout, row: row, in: &canvas) }
    drawRows(regions, layout, in: &canvas)
    for (line, text) in regions.footer.enumerated() {
      canvas.write(text, row: regions.footerRow + line, column: 1, limit: canvas.columns - 2)
    }
    if let row = regions.noteRow, let note {
      canvas.write(note, row: row, column: 1, style: .warning, limit: canvas.columns - 2)
    }
    if let row = regions.summaryRow { drawSummary(regions, layout, row: row, in: &canvas) }
  }

  private func drawHeadings(_ layout: ColumnLayout, row: Int, in canvas: inout Canvas) {
    if isCut(layout) {
      canvas.write("…", row: row, column: canvas.columns - 1, style: .secondary)
    }
    for frame in layout.frames {
      let column = columns[frame.index]
      var heading = column.heading
      if sort.columnID == column.id { heading += " " + sort.mark }
      canvas.write(
        heading, row: row, column: DrawnColumn(column, frame).start(of: heading), style: .secondary,
        limit: frame.width)
    }
  }

  private func drawRows(_ regions: Regions, _ layout: ColumnLayout, in canvas: inout Canvas) {
    guard arrangement.count > 0 else {
      let text =
        filter.isEmpty
        ? content?.note ?? options.emptyText
        : (query.problem.map { "“\(filter.text)” can't be used: \($0). " }
          ?? "\(nothingFound) matches “\(filter.text)”. ")
          + (state.isFiltering && state.appliedFilter != nil
            ? "Esc goes back to “\(state.appliedFilter ?? "")”." : "Esc clears the filter.")
      let lines = Wrapping.lines(of: text, width: canvas.columns - 4)
      let gap = regions.lines > lines.count ? 1 : 0
      for (line, text) in lines.prefix(max(1, regions.lines - gap)).enumerated() {
        canvas.write(
          text, row: regions.firstRow + gap + line, column: 2, style: .secondary,
          limit: canvas.columns - 4)
      }
      return
    }
    let selected = selectedIndex
    let top = topIndex(lines: regions.lines)
    let lines = listLines(from: top, lines: regions.lines)
    let columns = layout.frames.map { DrawnColumn(self.columns[$0.index], $0) }
    for (line, content) in lines.enumerated() {
      switch content {
      case .heading(let text):
        canvas.write(
          text, row: regions.firstRow + line, column: 1, style: .secondary,
          limit: canvas.columns - 3)
      case .row(let index):
        drawRow(
          arrangement[index], isSelected: index == selected, columns,
          row: regions.firstRow + line, in: &canvas)
      }
    }
    // Marks at the edge that there are more rows above or below, as in a detail.
    func sign(_ text: String, _ line: Int) {
      let isSelected = hasFocus && selected.flatMap { lines.firstIndex(of: .row($0)) } == line
      canvas.write(
        text, row: regions.firstRow + line, column: canvas.columns - 1,
        style: Style(.secondary, isSelected: isSelected))
    }
    guard regions.lines > 2 else { return }
    if hasRowsAbove(top) { sign("▲", 0) }
    if hasRowsBelow(top, lines: regions.lines) { sign("▼", regions.lines - 1) }
  }

  /// For example "No patient", or "No patient of the 50 looked through".
  private var nothingFound: String {
    let nothing = content?.noun.map { "No \($0.one)" } ?? "Nothing"
    guard let content, content.isIncomplete else { return nothing }
    return "\(nothing) of the \(content.received.count.grouped) looked through"
  }

  private func hasRowsAbove(_ top: Int) -> Bool {
    guard let part = content?.part, !isArranged else { return top > 0 }
    return part.pageTable.position(of: top) > 0
  }

  private func hasRowsBelow(_ top: Int, lines: Int) -> Bool {
    let end = top + rowCount(from: top, lines: lines)
    if end < arrangement.count { return true }
    guard let part = content?.part, !isArranged else { return false }
    return end == arrangement.count && part.pageTable.hasMore
  }

  private func drawRow(
    _ item: Row, isSelected: Bool, _ columns: [DrawnColumn<Row>], row: Int,
    in canvas: inout Canvas
  ) {
    // Only a list with the focus shows the selection in reverse video.
    if isSelected, !hasFocus { canvas.write("▌", row: row, column: 0, style: .accent) }
    let isSelected = isSelected && hasFocus
    if isSelected { canvas.fill(row: row, style: .text.selected) }
    if !changedIDs.isEmpty, changedIDs.contains(id(item)) {
      canvas.write(
        newIDs.contains(id(item)) ? "+" : "•", row: row, column: 0,
        style: Style(.accent, isSelected: isSelected))
    }
    if let mark = mark(of: item) {
      canvas.write(
        mark.symbol, row: row, column: 1, style: Style(mark.role, isSelected: isSelected), limit: 1)
    }
    let query = query
    for column in columns {
      let whole = column.text(item)
      let text = column.cutsMiddle ? whole.cutInTheMiddle(to: column.frame.width) : whole
      canvas.write(
        text, row: row, column: column.start(of: text),
        style: Style(column.role(item), isSelected: isSelected), limit: column.frame.width,
        matching: query)
    }
  }
}

/// The properties of a column for drawing its cells. Copying the whole column for hundreds of cells
/// is slower than drawing them.
private struct DrawnColumn<Row: Sendable> {
  let text: @Sendable (Row) -> String
  let role: @Sendable (Row) -> Role
  let frame: ColumnLayout.Frame
  let isNumeric: Bool
  let cutsMiddle: Bool

  init(_ column: Column<Row>, _ frame: ColumnLayout.Frame) {
    text = column.text
    role = column.role
    self.frame = frame
    isNumeric = column.isNumeric
    cutsMiddle = column.cutsMiddle
  }

  func start(of text: String) -> Int {
    isNumeric ? frame.start + max(0, frame.width - CellWidth.of(text)) : frame.start
  }
}
