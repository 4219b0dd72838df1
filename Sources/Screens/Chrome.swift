import Terminals

/// The frame around every screen: the breadcrumb above, the status line below.
@MainActor struct Chrome {
  static let bottomRows = 1
  static let minimumSize = Size(rows: 5, columns: 20)

  let application: String
  let titles: [String]
  let subtitle: String?
  let badge: Badge?
  let banner: String?
  let status: StatusLine

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
    let text = "This window is too small; \(minimum.columns)×\(minimum.rows) is enough."
    for (row, line) in Wrapping.lines(of: text, width: canvas.columns).enumerated() {
      canvas.write(line, row: row, limit: canvas.columns)
    }
  }

  private func drawBreadcrumb(in canvas: inout Canvas) {
    var right = canvas.columns
    var crumbs = ([application] + titles).filter { !$0.isEmpty }
    if let subtitle { crumbs.append(subtitle) }
    if let badge {
      let badgeText = badge.text(columns: canvas.columns, titles: width(of: crumbs, false) + 2)
      if !badgeText.isEmpty {
        right = canvas.columns - CellWidth.of(badgeText) - 2
        canvas.write(badgeText, row: 0, column: right + 1, style: badge.style)
      }
    }
    // On a narrow line the first crumbs are dropped, then the last one is cut: the open screen
    // matters most.
    var hidden = false
    while crumbs.count > 1, width(of: crumbs, hidden) > right - 1 {
      crumbs.removeFirst()
      hidden = true
    }
    var column = 1
    // If the last crumb fits without the "…", it is shown alone.
    if hidden, width(of: crumbs, true) <= right - 1 || width(of: crumbs, false) > right - 1 {
      column = canvas.write("… › ", row: 0, column: column, style: .secondary)
    }
    for (index, crumb) in crumbs.enumerated() {
      if index > 0 { column = canvas.write(" › ", row: 0, column: column, style: .secondary) }
      let isLast = index == crumbs.count - 1
      column = canvas.write(
        crumb, row: 0, column: column, style: isLast ? .title : .text, limit: right - column)
    }
  }

  private func width(of crumbs: [String], _ hidden: Bool) -> Int {
    crumbs.reduce(hidden ? 4 : 0) { $0 + CellWidth.of($1) } + 3 * (crumbs.count - 1)
  }
}
