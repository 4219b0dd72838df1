import Terminals

struct ChartLayout {
  private let axisWidth: Int
  private let plotRow = 1
  private let plotRows: Int
  private let plotColumns: Int
  private let chart: Chart
  private let scale: Scale
  private let timestamps: ClosedRange<Int>
  private static let left = 1

  init?(_ chart: Chart, size: Size) {
    let values = chart.readings.flatMap { $0.values.compactMap(\.self) }.filter(\.isFinite)
    // The headline, the axis, its dates and the caption need a line each.
    let rows = size.rows - 4
    guard !values.isEmpty, rows >= 4, let first = chart.readings.first,
      let last = chart.readings.last
    else { return nil }
    // The limits of normal values are always visible, because they give a value its meaning.
    let limits = chart.series.flatMap { [$0.low, $0.high] }.compactMap(\.self)
    let scale = Scale(values + limits, steps: max(1, min(5, rows / 2)))
    let axisWidth = scale.ticks.map { scale.text($0).count }.max() ?? 1
    let columns = size.columns - Self.left - axisWidth - 3
    guard columns >= 8 else { return nil }
    self.chart = chart
    self.scale = scale
    self.axisWidth = axisWidth
    plotRows = rows
    plotColumns = columns
    timestamps = first.timestamp...last.timestamp
  }

  private var plotColumn: Int { Self.left + axisWidth + 2 }

  // MARK: Coordinates

  private func dotRow(_ value: Double) -> Int {
    let last = plotRows * 4 - 1
    return last - Int((scale.fraction(value) * Double(last)).rounded())
  }

  private func dotColumn(_ timestamp: Int) -> Int {
    let last = plotColumns * 2 - 1
    let length = Double(timestamps.upperBound) - Double(timestamps.lowerBound)
    guard length > 0 else { return last / 2 }
    let fraction = (Double(timestamp) - Double(timestamps.lowerBound)) / length
    return Int((fraction * Double(last)).rounded())
  }

  private func cell(_ reading: Chart.Reading, _ value: Double) -> Position {
    Position(
      row: plotRow + dotRow(value) / 4, column: plotColumn + dotColumn(reading.timestamp) / 2)
  }

  // MARK: Drawing

  func draw(selectedID: String?, in canvas: inout Canvas) {
    drawAxes(in: &canvas)
    let grids = chart.series.indices.map { grid(of: $0) }
    drawLimits(besides: grids, in: &canvas)
    for grid in grids { draw(grid, in: &canvas) }
    for reading in chart.readings { drawMarks(of: reading, in: &canvas) }
    if let selected = chart.readings.first(where: { $0.id == selectedID }) {
      for (series, value) in selected.values.enumerated() {
        guard let value, value.isFinite else { continue }
        let position = cell(selected, value)
        canvas.write(
          symbol(of: selected, series), row: position.row, column: position.column,
          style: Style(selected.marks[series]?.role ?? .accent, isSelected: true))
      }
    }
  }

  private func drawAxes(in canvas: inout Canvas) {
    for tick in scale.ticks {
      let text = scale.text(tick)
      let row = plotRow + dotRow(tick) / 4
      canvas.write(
        text, row: row, column: Self.left + axisWidth - text.count, style: .secondary)
    }
    for row in plotRow..<plotRow + plotRows {
      canvas.write("│", row: row, column: plotColumn - 1, style: .secondary)
    }
    let axisRow = plotRow + plotRows
    canvas.rule(row: axisRow, from: plotColumn - 1, to: plotColumn + plotColumns)
    drawDates(row: axisRow + 1, in: &canvas)
  }

  /// Draws the first date at the left, the last at the right, and one between them if it fits.
  private func drawDates(row: Int, in canvas: inout Canvas) {
    guard let first = chart.readings.first, let last = chart.readings.last else { return }
    let end = plotColumn + plotColumns
    guard first.date != last.date, CellWidth.of(first.date) * 2 + 2 <= plotColumns else {
      let text = first.date == last.date ? first.date : "\(first.date) – \(last.date)"
      let start = plotColumn + max(0, plotColumns - CellWidth.of(text)) / 2
      canvas.write(text, row: row, column: start, style: .secondary, limit: plotColumns)
      return
    }
    canvas.write(first.date, row: row, column: plotColumn, style: .secondary)
    canvas.write(last.date, row: row, column: end - CellWidth.of(last.date), style: .secondary)
    let middle = chart.readings.min {
      abs(dotColumn($0.timestamp) - plotColumns) < abs(dotColumn($1.timestamp) - plotColumns)
    }
    guard let middle else { return }
    let width = CellWidth.of(middle.date)
    let start = plotColumn + dotColumn(middle.timestamp) / 2 - width / 2
    let isFree =
      start >= plotColumn + CellWidth.of(first.date) + 2
      && start + width + 2 <= end - CellWidth.of(last.date)
    if isFree { canvas.write(middle.date, row: row, column: start, style: .secondary) }
  }

  /// Draws a dotted line at each limit of the normal values, labelled at an end without data.
  private func drawLimits(besides grids: [BrailleGrid], in canvas: inout Canvas) {
    for series in chart.series {
      for (limit, label) in [(series.high, "high above"), (series.low, "low below")] {
        guard let limit else { continue }
        let row = dotRow(limit) / 4
        for column in stride(from: 0, to: plotColumns, by: 2) {
          canvas.write("·", row: plotRow + row, column: plotColumn + column, style: .secondary)
        }
        let text = " \(label) \(Scale.text(limit)) "
        let width = CellWidth.of(text)
        guard width * 2 <= plotColumns else { continue }
        let start = [plotColumns - width, 0].first { start in
          grids.allSatisfy { grid in
            (start..<start + width).allSatisfy { grid.character(row: row, column: $0) == nil }
          }
        }
        if let start {
          canvas.write(text, row: plotRow + row, column: plotColumn + start, style: .secondary)
        }
      }
    }
  }

  private func grid(of series: Int) -> BrailleGrid {
    var grid = BrailleGrid(rows: plotRows, columns: plotColumns)
    var last: (row: Int, column: Int)?
    for reading in chart.readings {
      guard let value = reading.values[series], value.isFinite else { continue }
      let position = (row: dotRow(value), column: dotColumn(reading.timestamp))
      grid.line(from: last ?? position, to: position)
      last = position
    }
    return grid
  }

  private func draw(_ grid: BrailleGrid, in canvas: inout Canvas) {
    for row in 0..<plotRows {
      for column in 0..<plotColumns {
        guard let character = grid.character(row: row, column: column) else { continue }
        canvas.write(
          String(character), row: plotRow + row, column: plotColumn + column, style: .accent)
      }
    }
  }

  /// Draws a symbol for each value if all fit; otherwise only for values that aren't normal.
  private func drawMarks(of reading: Chart.Reading, in canvas: inout Canvas) {
    let isSparse = chart.readings.count * 4 <= plotColumns
    for (series, value) in reading.values.enumerated() {
      guard let value, value.isFinite, isSparse || reading.marks[series] != nil else { continue }
      let position = cell(reading, value)
      canvas.write(
        symbol(of: reading, series), row: position.row, column: position.column,
        style: Style(reading.marks[series]?.role ?? .accent))
    }
  }

  private func symbol(of reading: Chart.Reading, _ series: Int) -> String {
    reading.marks[series]?.symbol ?? "●"
  }
}
