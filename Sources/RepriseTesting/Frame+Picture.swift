public import Terminals

extension Frame {
  /// The frame as shown in golden files and failures: rows between bars, which show trailing
  /// blanks.
  public var railed: String {
    (0..<size.rows).map { "|" + text(ofRow: $0) + "|" }.joined(separator: "\n")
  }

  var picture: PictureDifference.Picture {
    var picture = PictureDifference.Picture(golden: golden)
    picture.cursor = cursor.map { "\($0.row):\($0.column)" }
    return picture
  }

  var golden: String { ([railed] + styleRuns).joined(separator: "\n") + "\n" }

  /// All rows except the status line, the only row that isn't restored.
  public var withoutStatusLine: [[Cell]] {
    (0..<max(0, size.rows - 1)).map { Array(cells(ofRow: $0)) }
  }

  /// The cells that are restored: all except the status line and the text in a password field.
  var restorable: [[Cell?]] {
    withoutStatusLine.map { row in
      row.map { $0.style.isField && ["•", " "].contains($0.character) ? nil : $0 }
    }
  }

  /// The position at which the cursor is restored, or `nil` with a password field.
  var restorableCursor: Position? {
    withoutStatusLine.joined().contains(where: isSecret) ? nil : cursor
  }

  private func isSecret(_ cell: Cell) -> Bool { cell.style.isField && cell.character == "•" }

  /// The styles other than plain text, one line per run: `3:0-12 title selected`.
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
