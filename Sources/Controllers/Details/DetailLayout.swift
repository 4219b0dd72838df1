import Screens
import Terminals

struct DetailLayout {
  struct Piece {
    let column: Int
    let text: String
    let style: Style
  }

  struct Line {
    /// A blank line belongs to the row after it, and has the number -1.
    let rowID: String
    let number: Int
    var pieces: [Piece] = []
    /// The start column of a rule to the right edge; `nil` if the line has none.
    var ruleStart: Int?
  }

  private(set) var lines: [Line] = []
  /// The rows with the unique ids that their lines use, in order.
  private(set) var rows: [(id: String, row: DetailRow)] = []
  private let width: Int
  private var uses: [String: Int] = [:]
  private static let left = 3
  private static let narrowestFirst = 28
  /// Keeps a value and its aside close together; longer values may exceed it.
  private static let usualWidth = 100

  init(_ detail: Detail, width: Int) {
    let labels = detail.sections.flatMap(\.rows).compactMap { row -> Int? in
      if case .labelled(let label, _, _) = row.content { CellWidth.of(label) } else { nil }
    }
    let widest = labels.max() ?? 0
    self.width = min(
      max(8, width), max(DetailLayout.usualWidth, DetailLayout.needed(detail, labelWidth: widest)))
    let labelWidth = min(widest, max(6, self.width / 3))
    addHeadline(detail)
    for section in detail.sections {
      let rows = section.rows.map { (id: unique($0.id), row: $0) }
      self.rows += rows
      let first = section.heading.map { unique("heading " + $0) } ?? rows.first?.id ?? ""
      lines.append(Line(rowID: first, number: -1))
      if let text = section.heading {
        let end = DetailLayout.left + CellWidth.of(text) + 1
        lines.append(Line(rowID: first, number: 0, pieces: [piece(text, .title)], ruleStart: end))
      }
      let tableWidths = widths(ofTable: section.rows)
      for (id, row) in rows { add(row, id, labelWidth: labelWidth, tableWidths: tableWidths) }
    }
  }

  /// Returns the width at which no value and no table row is broken.
  private static func needed(_ detail: Detail, labelWidth: Int) -> Int {
    func widest(_ text: String) -> Int {
      // The byte count is an upper limit of the width, so most texts aren't measured.
      guard text.utf8.count > usualWidth / 2 else { return text.utf8.count }
      return text.split(whereSeparator: \.isNewline).map { CellWidth.of(String($0)) }.max() ?? 0
    }
    let needs = detail.sections.flatMap(\.rows).map { row in
      switch row.content {
      case .labelled(_, let value, let aside):
        labelWidth + 2 + widest(value) + (aside.isEmpty ? 0 : widest(aside) + 2)
      case .table(_, let cells): cells.reduce(2) { $0 + min(40, widest($1)) + 3 }
      case .text: 0
      }
    }
    return left + (needs.max() ?? 0) + 2
  }

  /// Returns a unique id, so that rows with the same name don't share a scroll position.
  private mutating func unique(_ id: String) -> String {
    var name = id
    while uses[name] != nil {
      uses[id, default: 1] += 1
      name = "\(id) (\(uses[id] ?? 1))"
    }
    uses[name] = 1
    return name
  }

  var links: [(id: String, route: any AppRoute, line: Int, isTable: Bool)] {
    let routes = rows.compactMap { row in row.row.route.map { (row.id, $0, row.row.isTable) } }
    guard !routes.isEmpty else { return [] }
    let firstLines = Dictionary(
      lines.enumerated().filter { $1.number >= 0 }.map { ($1.rowID, $0) }
    ) { first, _ in first }
    return routes.compactMap { id, route, isTable in
      firstLines[id].map { (id, route, $0, isTable) }
    }
  }

  /// With `isPartial`, rows that `before` lacked, or that had only a dash, don't count.
  func changedIDs(since before: DetailLayout, isPartial: Bool = false) -> [String] {
    let old = Dictionary(before.rows.map { ($0.id, $0.row) }) { first, _ in first }
    return rows.filter { id, row in
      guard let old = old[id] else { return !isPartial }
      return old.content != row.content && !(isPartial && old.isUnknown)
    }
    .map { $0.id }
  }

  /// The column after the last one used.
  var right: Int { width - 2 }

  private func piece(_ text: String, _ style: Style, at column: Int = left) -> Piece {
    Piece(column: column, text: text, style: style)
  }

  private mutating func addHeadline(_ detail: Detail) {
    let id = unique("headline")
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

  private mutating func add(
    _ row: DetailRow, _ id: String, labelWidth: Int, tableWidths: [Int]
  ) {
    let added: [[Piece]] =
      switch row.content {
      case .labelled(let label, let value, let aside):
        labelled(label, value, aside, labelWidth: labelWidth, Style(row.role))
      case .table(let mark, let cells): table(mark, cells, widths: tableWidths)
      case .text(let text):
        Wrapping.lines(of: text, width: right - DetailLayout.left).map {
          [piece($0, Style(row.role))]
        }
      }
    for (number, pieces) in added.enumerated() {
      lines.append(Line(rowID: id, number: number, pieces: pieces))
    }
  }

  private func labelled(
    _ label: String, _ value: String, _ aside: String, labelWidth: Int, _ style: Style
  ) -> [[Piece]] {
    let start = DetailLayout.left + labelWidth + 2
    let availableWidth = max(2, right - start)
    let texts = Wrapping.lines(of: value, width: availableWidth)
    var lines = texts.map { [piece($0, style, at: start)] }
    let asideWidth = CellWidth.of(aside)
    if asideWidth > 0, CellWidth.of(texts[0]) + 2 + asideWidth <= availableWidth {
      lines[0].append(piece(aside, .secondary, at: right - asideWidth))
    } else if asideWidth > 0 {
      lines += Wrapping.lines(of: aside, width: availableWidth).map {
        [piece($0, .secondary, at: start)]
      }
    }
    for (number, text) in Wrapping.lines(of: label, width: labelWidth).enumerated() {
      if number == lines.count { lines.append([]) }
      lines[number].insert(piece(text, .secondary), at: 0)
    }
    return lines
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
    // The first cell is shortened before the last ones wrap.
    let excess = widths.reduce(DetailLayout.left + 2 - 3 - right) { $0 + $1 + 3 }
    if let first = widths.first, excess > 0 {
      widths[0] = max(min(first, DetailLayout.narrowestFirst), first - excess)
    }
    return widths
  }

  /// Cells that don't fit wrap into further lines, so nothing is hidden on a narrow screen.
  private func table(_ mark: Mark?, _ cells: [String], widths: [Int]) -> [[Piece]] {
    let start = DetailLayout.left + 2
    var lines: [[Piece]] = [mark.map { [piece($0.symbol, Style($0.role))] } ?? []]
    var column = start
    for (index, cell) in cells.enumerated() {
      // An empty cell starts no line; the next cell with a text does.
      guard !cell.isEmpty else {
        column += widths[index] + 3
        continue
      }
      // The last cell of a row only needs the width of its own text.
      let isLast = index == cells.count - 1
      let needed = isLast ? min(CellWidth.of(cell), widths[index]) : widths[index]
      if column > start, column + needed > right {
        lines.append([])
        column = start
      }
      // The last cell may use all remaining columns; the others end where the next one starts.
      let availableWidth = isLast ? right - column : min(widths[index], right - column)
      for (part, text) in Wrapping.lines(of: cell, width: availableWidth).enumerated() {
        if part > 0 { lines.append([]) }
        lines[lines.count - 1].append(piece(text, index == 0 ? .title : .text, at: column))
      }
      column += widths[index] + 3
    }
    return lines
  }
}
