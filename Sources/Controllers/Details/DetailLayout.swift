import Terminals

/// A detail broken into the lines of a certain width.
struct DetailLayout {
  struct Piece {
    let column: Int
    let text: String
    let style: Style
  }

  struct Line {
    /// The row this is a line of, and which of its lines. Lines between rows belong to the row after them.
    let rowID: String
    let number: Int
    var pieces: [Piece] = []
    /// Where a rule begins that goes on to the right edge.
    var ruleStart: Int?
  }

  private(set) var lines: [Line] = []
  private let width: Int
  private static let left = 3
  /// On a wide screen a value and what stands at its right stay within one glance.
  private static let maximumWidth = 100

  init(_ detail: Detail, width: Int) {
    self.width = min(max(8, width), DetailLayout.maximumWidth)
    let labels = detail.sections.flatMap(\.rows).compactMap { row -> Int? in
      if case .labelled(let label, _, _) = row.content { CellWidth.of(label) } else { nil }
    }
    let labelWidth = min(labels.max() ?? 0, max(6, self.width / 3))
    addHeadline(detail)
    for section in detail.sections {
      let heading = section.heading.map { "heading " + $0 } ?? section.rows.first?.id ?? ""
      lines.append(Line(rowID: heading, number: 0))
      if let text = section.heading {
        let end = DetailLayout.left + CellWidth.of(text) + 1
        lines.append(
          Line(rowID: heading, number: 1, pieces: [piece(text, .title)], ruleStart: end))
      }
      let tableWidths = widths(ofTable: section.rows)
      for row in section.rows { add(row, labelWidth: labelWidth, tableWidths: tableWidths) }
    }
  }

  /// The column after the last one used.
  var right: Int { width - 2 }

  private func piece(_ text: String, _ style: Style, at column: Int = left) -> Piece {
    Piece(column: column, text: text, style: style)
  }

  private mutating func addHeadline(_ detail: Detail) {
    let id = "headline"
    lines.append(Line(rowID: id, number: 0))
    var column = DetailLayout.left
    var first: [Piece] = []
    if let mark = detail.mark {
      first.append(piece(mark.symbol, Style(mark.role)))
      column += 2
    }
    let asideWidth = CellWidth.of(detail.aside)
    let texts = Wrapping.lines(of: detail.headline, width: right - column)
    for (index, text) in texts.enumerated() {
      var pieces = index == 0 ? first : []
      pieces.append(piece(text, .title, at: column))
      if index == 0, asideWidth > 0, column + CellWidth.of(text) + 2 + asideWidth <= right {
        pieces.append(piece(detail.aside, .secondary, at: right - asideWidth))
      }
      lines.append(Line(rowID: id, number: index + 1, pieces: pieces))
    }
    for text in Wrapping.lines(of: detail.subtitle, width: right - column)
    where !detail.subtitle.isEmpty {
      lines.append(
        Line(
          rowID: id, number: lines.count, pieces: [piece(text, .text, at: column)]))
    }
  }

  private mutating func add(_ row: DetailRow, labelWidth: Int, tableWidths: [Int]) {
    switch row.content {
    case .labelled(let label, let value, let aside):
      add(label: label, value: value, aside: aside, labelWidth: labelWidth, row)
    case .table(let mark, let cells): add(mark: mark, cells: cells, widths: tableWidths, row)
    case .text(let text):
      for (number, line) in Wrapping.lines(of: text, width: right - DetailLayout.left).enumerated()
      {
        lines.append(Line(rowID: row.id, number: number, pieces: [piece(line, Style(row.role))]))
      }
    }
  }

  private mutating func add(
    label: String, value: String, aside: String, labelWidth: Int, _ row: DetailRow
  ) {
    let start = DetailLayout.left + labelWidth + 2
    let room = max(2, right - start)
    let texts = Wrapping.lines(of: value, width: room)
    let asideWidth = CellWidth.of(aside)
    let fitsBeside = CellWidth.of(texts[0]) + 2 + asideWidth <= room
    for (number, text) in texts.enumerated() {
      var pieces = [piece(text, Style(row.role), at: start)]
      if number == 0 {
        pieces.insert(piece(label, .secondary), at: 0)
        if asideWidth > 0, fitsBeside {
          pieces.append(piece(aside, .secondary, at: right - asideWidth))
        }
      }
      lines.append(Line(rowID: row.id, number: number, pieces: pieces))
    }
    guard asideWidth > 0, !fitsBeside else { return }
    for (number, text) in Wrapping.lines(of: aside, width: room).enumerated() {
      lines.append(
        Line(
          rowID: row.id, number: texts.count + number,
          pieces: [piece(text, .secondary, at: start)]))
    }
  }

  private func widths(ofTable rows: [DetailRow]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      guard case .table(_, let cells) = row.content else { continue }
      for (index, cell) in cells.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], min(CellWidth.of(cell), 40))
      }
    }
    return widths
  }

  /// A table's row. Cells that don't fit beside the others go on in further lines, so nothing is hidden on a narrow screen.
  private mutating func add(mark: Mark?, cells: [String], widths: [Int], _ row: DetailRow) {
    let start = DetailLayout.left + 2
    var pieces: [Piece] = mark.map { [piece($0.symbol, Style($0.role))] } ?? []
    var column = start
    var number = 0
    for (index, cell) in cells.enumerated() {
      if column > start, column + widths[index] > right {
        lines.append(Line(rowID: row.id, number: number, pieces: pieces))
        number += 1
        pieces = []
        column = start
      }
      let style: Style = index == 0 ? .title : .text
      for (part, text) in Wrapping.lines(of: cell, width: max(2, right - column)).enumerated() {
        if part > 0 {
          lines.append(Line(rowID: row.id, number: number, pieces: pieces))
          number += 1
          pieces = []
        }
        pieces.append(piece(text, style, at: column))
      }
      column += widths[index] + 3
    }
    lines.append(Line(rowID: row.id, number: number, pieces: pieces))
  }
}
