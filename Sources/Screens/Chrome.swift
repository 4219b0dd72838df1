import Terminals

/// What stands around every screen: the breadcrumb above it, the status line below.
@MainActor struct Chrome {
  static let bottomRows = 1
  /// Below this, a screen is of no use to anybody.
  static let minimumSize = Size(rows: 5, columns: 20)

  let application: String
  let titles: [String]
  let subtitle: String?
  let origin: String
  let banner: String?
  let status: StatusLine

  /// How many rows stand above a screen.
  static func topRows(_ banner: String?) -> Int { banner == nil ? 1 : 2 }

  static func bodySize(of size: Size, _ banner: String?) -> Size {
    Size(rows: size.rows - topRows(banner) - bottomRows, columns: size.columns)
  }

  func draw(in canvas: inout Canvas, body: (inout Canvas) -> Void) {
    let minimum = Chrome.minimumSize
    guard canvas.rows >= minimum.rows, canvas.columns >= minimum.columns else {
      drawTooSmall(in: &canvas)
      return
    }
    drawBreadcrumb(in: &canvas)
    if let banner {
      canvas.write(banner, row: 1, column: 1, style: .warning, limit: canvas.columns - 2)
    }
    let size = Chrome.bodySize(of: canvas.size, banner)
    canvas.within(
      Area(row: Chrome.topRows(banner), column: 0, rows: size.rows, columns: size.columns), body)
    status.draw(in: &canvas, row: canvas.rows - 1)
  }

  private func drawTooSmall(in canvas: inout Canvas) {
    let minimum = Chrome.minimumSize
    let words = "This window is too small; \(minimum.columns)×\(minimum.rows) is enough."
    var row = 0
    var line = ""
    for word in words.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if CellWidth.of(line) + 1 + CellWidth.of(String(word)) <= canvas.columns {
        line += " " + word
      } else {
        canvas.write(line, row: row, limit: canvas.columns)
        row += 1
        line = String(word)
      }
    }
    canvas.write(line, row: row, limit: canvas.columns)
  }

  private func drawBreadcrumb(in canvas: inout Canvas) {
    var right = canvas.columns
    if let origin = shortened(origin, for: canvas.columns), !origin.isEmpty {
      right = canvas.columns - CellWidth.of(origin) - 2
      canvas.write(origin, row: 0, column: right + 1, style: .secondary)
    }
    var crumbs = ([application] + titles).filter { !$0.isEmpty }
    if let subtitle { crumbs.append(subtitle) }
    // What is open now matters most: on a narrow line the first crumbs go, then the last is cut.
    var hidden = false
    while crumbs.count > 1, width(of: crumbs, hidden) > right - 1 {
      crumbs.removeFirst()
      hidden = true
    }
    var column = 1
    if hidden { column = canvas.write("… › ", row: 0, column: column, style: .secondary) }
    for (index, crumb) in crumbs.enumerated() {
      if index > 0 { column = canvas.write(" › ", row: 0, column: column, style: .secondary) }
      let isLast = index == crumbs.count - 1
      column = canvas.write(
        crumb, row: 0, column: column, style: isLast ? .title : .text, limit: right - column)
    }
  }

  /// As much of "OFFLINE, as of 12:00" as there is room for beside the titles. The age is worth more than their last letters.
  private func shortened(_ origin: String, for columns: Int) -> String? {
    let title = 24
    func fits(_ text: String, beside width: Int) -> Bool { CellWidth.of(text) + width <= columns }
    if fits(origin, beside: title) { return origin }
    let age = origin.replacing(", as of ", with: " ")
    if age != origin, fits(age, beside: title - 8) { return age }
    for separator in [",", " "] as [Character] {
      let start = String(origin.prefix { $0 != separator })
      if fits(start, beside: title) { return start }
    }
    return nil
  }

  private func width(of crumbs: [String], _ hidden: Bool) -> Int {
    crumbs.reduce(hidden ? 4 : 0) { $0 + CellWidth.of($1) } + 3 * (crumbs.count - 1)
  }
}
