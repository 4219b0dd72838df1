public import Terminals

extension TextController {
  public func draw(in canvas: inout Canvas) {
    guard let (text, top, _) = view(canvas.size) else {
      let report = problem?.lines(width: canvas.columns - 4) ?? [("Loading…", .secondary)]
      for (row, line) in report.enumerated() {
        canvas.write(line.text, row: row + 1, column: 2, style: line.style)
      }
      return
    }
    let query = query
    let matches = matches
    let current = currentMatch
    let currentPosition = current.flatMap { matches?.all[$0].position }
    var position = top
    var row = 0
    while row < canvas.rows - 1, position.line < text.lines.count {
      let spans = style?(text.lines[position.line]) ?? []
      for part in text.parts(ofLine: position.line)
      where part.start >= position.character && row < canvas.rows - 1 {
        canvas.write(
          part.text, row: row, column: 1, style: .text, limit: canvas.columns - 1)
        for span in spans { draw(span.range, Style(span.role), of: part, row, in: &canvas) }
        if let matches {
          for match in matches.inLine(position.line) {
            let style = Style(.accent, isSelected: match.position == currentPosition)
            draw(match.range, style, of: part, row, in: &canvas)
          }
        } else if !query.isEmpty {
          for range in query.ranges(in: part.text) {
            let range = range.lowerBound + part.start..<range.upperBound + part.start
            draw(range, .accent, of: part, row, in: &canvas)
          }
        }
        row += 1
      }
      position = BrokenText.Position(line: position.line + 1)
    }
    let lineText = "line \(top.line + 1) of \(text.lines.count)"
    let found = matches.map { $0.statusText(current) + " · " } ?? ""
    drawFoot(found + lineText + (isFollowing ? " · following" : ""), in: &canvas)
  }

  private func draw(
    _ range: Range<Int>, _ style: Style, of part: BrokenText.Part, _ row: Int,
    in canvas: inout Canvas
  ) {
    let start = max(0, range.lowerBound - part.start)
    let count = range.upperBound - part.start - start
    guard count > 0, start < part.text.count else { return }
    let column = 1 + CellWidth.of(String(part.text.prefix(start)))
    let stretch = String(part.text.dropFirst(start).prefix(count))
    let availableWidth = canvas.columns - column
    canvas.within(Area(row: row, column: column, rows: 1, columns: availableWidth)) {
      $0.write(stretch, row: 0, style: style)
    }
  }

  private func drawFoot(_ position: String, in canvas: inout Canvas) {
    let row = canvas.rows - 1
    if state.isSearching {
      let width = max(8, min(40, canvas.columns - CellWidth.of(position) - 6))
      canvas.write("/", row: row, column: 1, style: .accent)
      canvas.drawField(state.search, row: row, column: 2, width: width, hasFocus: true)
      canvas.write(position, row: row, column: width + 4, style: .secondary)
    } else if let problem {
      canvas.write(
        "✕ \(problem.text)", row: row, column: 1, style: .bad, limit: canvas.columns - 2)
    } else {
      canvas.write(position, row: row, column: 1, style: .secondary)
    }
  }
}
