public import Terminals

/// Describes how two frames differ in rows, styles and cursor; each row with its neighbours.
struct PictureDifference: CustomStringConvertible {
  /// A golden file's form: rows between bars, and runs of styles, `3:0-12 title selected`.
  struct Picture {
    var rows: [String] = []
    var styles: [Int: [String]] = [:]
    var cursor: String?
  }

  let before: Picture
  let after: Picture

  private static let context = 1

  var description: String {
    guard before.rows.count == after.rows.count else {
      return
        ([
          "\(before.rows.count) rows were, and \(after.rows.count) are:"
        ] + after.rows).joined(separator: "\n")
    }
    var lines: [String] = []
    var next = 0
    for row in shownRows {
      if row > next { lines.append("    …") }
      lines += differenceLines(ofRow: row)
      next = row + 1
    }
    if before.cursor != after.cursor {
      lines.append("cursor was \(before.cursor ?? "nowhere"), is \(after.cursor ?? "nowhere")")
    }
    return lines.isEmpty ? "no row differs" : lines.joined(separator: "\n")
  }

  private var differentRows: [Int] {
    after.rows.indices.filter {
      before.rows[$0] != after.rows[$0] || before.styles[$0] != after.styles[$0]
    }
  }

  private var shownRows: [Int] {
    let near = differentRows.flatMap { Array($0 - Self.context...$0 + Self.context) }
    return Set(near).filter(after.rows.indices.contains).sorted()
  }

  private func differenceLines(ofRow row: Int) -> [String] {
    let number = String(repeating: " ", count: max(0, 3 - "\(row)".count)) + "\(row)"
    var lines: [String] = []
    if before.rows[row] == after.rows[row] {
      lines.append("\(number)     \(after.rows[row])")
    } else {
      lines += ["\(number) was \(before.rows[row])", "\(number) is  \(after.rows[row])"]
    }
    let (old, new) = (before.styles[row] ?? [], after.styles[row] ?? [])
    if old != new {
      let gone = old.filter { !new.contains($0) }
      let come = new.filter { !old.contains($0) }
      lines.append("\(number) styles were \(list(gone)), are \(list(come))")
    }
    return lines
  }

  private func list(_ runs: [String]) -> String {
    runs.isEmpty ? "plain" : runs.joined(separator: ", ")
  }
}

extension PictureDifference.Picture {
  init(golden: String) {
    for line in golden.split(separator: "\n") {
      if line.hasPrefix("|") { rows.append(String(line)) } else { add(run: line) }
    }
  }

  private mutating func add(run: Substring) {
    let parts = run.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let row = Int(parts[0]) else { return }
    styles[row, default: []].append(String(parts[1]))
  }
}

extension Frame {
  /// The frame's rows between vertical bars, which make trailing blanks visible. Golden files and
  /// failure messages show frames in this form.
  public var railed: String {
    (0..<size.rows).map { "|" + text(ofRow: $0) + "|" }.joined(separator: "\n")
  }

  var picture: PictureDifference.Picture {
    var picture = PictureDifference.Picture(golden: golden)
    picture.cursor = cursor.map { "\($0.row):\($0.column)" }
    return picture
  }

  var golden: String { ([railed] + styleRuns).joined(separator: "\n") + "\n" }

  /// All rows except the status line. Use it to compare frames before and after a relaunch, because
  /// the status line isn't restored.
  public var withoutStatusLine: [[Cell]] {
    (0..<max(0, size.rows - 1)).map { Array(cells(ofRow: $0)) }
  }

  /// Without the status line and the text in a password field.
  var restorable: [[Cell?]] {
    withoutStatusLine.map { row in
      row.map { $0.style.isField && ["•", " "].contains($0.character) ? nil : $0 }
    }
  }

  /// `nil` with a password field.
  var restorableCursor: Position? {
    withoutStatusLine.joined().contains(where: isSecret) ? nil : cursor
  }

  private func isSecret(_ cell: Cell) -> Bool { cell.style.isField && cell.character == "•" }

  /// Without plain text, one line per run: `3:0-12 title selected`.
  var styleRuns: [String] {
    (0..<size.rows).flatMap { row -> [String] in
      var runs: [(start: Int, end: Int, style: Style)] = []
      for (column, cell) in cells(ofRow: row).enumerated() where cell.style != .text {
        if let last = runs.last, last.style == cell.style, last.end == column - 1 {
          runs[runs.count - 1].end = column
        } else {
          runs.append((column, column, cell.style))
        }
      }
      return runs.map { run in
        var name = "\(run.style.role)"
        if run.style.isSelected { name += " selected" }
        if run.style.isField { name += " field" }
        return "\(row):\(run.start)-\(run.end) \(name)"
      }
    }
  }
}
