/// A table of an HTML document while it is read: what spans several rows or columns is put where it stands.
struct HTMLTable {
  private var caption = ""
  private var rows: [[String]] = []
  private var hasHeading = false
  private var place = Place.between
  /// The cell's text so far. It stands by itself: a text that is taken out of `place` and put back is copied for each character.
  private var cell = ""
  /// The cells of rows above that go on in the next one, by column.
  private var spans: [Int: Span] = [:]
  /// The places that spans may still fill.
  private var budget = 100_000

  private enum Place {
    case between
    case caption
    case cell(rows: Int, columns: Int)
  }

  private struct Span {
    let text: String
    var rows: Int
  }

  /// The caption and the table; nothing of a table without rows.
  var blocks: [TextBlock] {
    let full = rows.filter { !$0.isEmpty }
    let title = caption.trimmed
    return (title.isEmpty ? [] : [.text(title)])
      + (full.isEmpty ? [] : [.table(full, hasHeading: hasHeading)])
  }

  /// Takes the tag of a caption, a row or a cell.
  mutating func take(_ tag: HTMLTag) {
    endCell()
    if tag.name == "tr" { endRow() }
    guard !tag.isEnd else { return }
    switch tag.name {
    case "caption": place = .caption
    case "tr": rows.append([])
    default:
      if rows.isEmpty { rows.append([]) }
      if tag.name == "th", rows.count == 1 { hasHeading = true }
      // 0 is all rows that are left.
      let down = tag.number("rowspan").map { $0 == 0 ? 1_000 : $0 } ?? 1
      cell = ""
      place = .cell(
        rows: min(max(1, down), 1_000),
        columns: min(max(1, tag.number("colspan") ?? 1), 1_000))
    }
  }

  /// Adds text to the cell or caption that is being read.
  mutating func add(_ piece: String) {
    switch place {
    case .between: break
    case .caption: caption.add(piece)
    case .cell: cell.add(piece)
    }
  }

  /// Ends what is being read.
  mutating func end() {
    endCell()
    endRow()
  }

  private mutating func endCell() {
    defer { place = .between }
    guard case .cell(let down, let right) = place, !rows.isEmpty else { return }
    goOn()
    for column in 0..<right where column == 0 || takeBudget() {
      // The value counts for all of its rows; its text stands in the first of its columns.
      let text = column == 0 ? cell.trimmed : ""
      if down > 1 { spans[rows[rows.count - 1].count] = Span(text: text, rows: down - 1) }
      rows[rows.count - 1].append(text)
    }
  }

  /// Fills the places of the last row that cells above it take, up to the next that is free.
  private mutating func goOn() {
    while let span = spans[rows[rows.count - 1].count], takeBudget() {
      let column = rows[rows.count - 1].count
      spans[column] = span.rows > 1 ? Span(text: span.text, rows: span.rows - 1) : nil
      rows[rows.count - 1].append(span.text)
    }
  }

  private mutating func endRow() {
    if rows.last?.isEmpty == false { goOn() }
  }

  private mutating func takeBudget() -> Bool {
    budget -= 1
    return budget >= 0
  }
}
