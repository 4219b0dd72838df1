import Reprise

struct HTMLTable {
  private var caption = ""
  private var rows: [[String]] = []
  private var hasHeading = false
  private var context = Context.between
  /// Not stored in `context`: changing an associated value would copy the text for each character.
  private var cell = ""
  private var spans: [Int: (text: String, rows: Int)] = [:]
  /// The number of cells that spans may still add.
  private var budget = 100_000

  private enum Context {
    case between
    case caption
    case cell(rows: Int, columns: Int)
  }

  var blocks: [TextBlock] {
    let full = rows.filter { !$0.isEmpty }
    let title = caption.trimmed
    return (title.isEmpty ? [] : [.text(title)])
      + (full.isEmpty ? [] : [.table(full, hasHeading: hasHeading)])
  }

  mutating func take(_ tag: HTMLTag) {
    endCell()
    if tag.name == "tr" { endRow() }
    guard !tag.isEnd else { return }
    switch tag.name {
    case "caption": context = .caption
    case "tr": rows.append([])
    default:
      if rows.isEmpty { rows.append([]) }
      if tag.name == "th", rows.count == 1 { hasHeading = true }
      // `rowspan="0"` means all remaining rows.
      let down = tag.number("rowspan").map { $0 == 0 ? 1_000 : $0 } ?? 1
      cell = ""
      context = .cell(
        rows: min(max(1, down), 1_000),
        columns: min(max(1, tag.number("colspan") ?? 1), 1_000))
    }
  }

  mutating func add(_ piece: String) {
    switch context {
    case .between: break
    case .caption: caption.add(piece)
    case .cell: cell.add(piece)
    }
  }

  mutating func end() {
    endCell()
    endRow()
  }

  private mutating func endCell() {
    defer { context = .between }
    guard case .cell(let down, let right) = context, !rows.isEmpty else { return }
    addSpanningCells()
    for column in 0..<right where column == 0 || takeBudget() {
      // A cell's text is repeated in each row it spans, but only in the first of its columns.
      let text = column == 0 ? cell.trimmed : ""
      if down > 1 { spans[rows[rows.count - 1].count] = (text, down - 1) }
      rows[rows.count - 1].append(text)
    }
  }

  private mutating func addSpanningCells() {
    while let span = spans[rows[rows.count - 1].count], takeBudget() {
      let column = rows[rows.count - 1].count
      spans[column] = span.rows > 1 ? (span.text, span.rows - 1) : nil
      rows[rows.count - 1].append(span.text)
    }
  }

  private mutating func endRow() {
    if rows.last?.isEmpty == false { addSpanningCells() }
  }

  private mutating func takeBudget() -> Bool {
    budget -= 1
    return budget >= 0
  }
}
