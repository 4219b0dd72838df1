public import Terminals

extension NcursesTerminal {
  public func show(_ frame: Frame) {
    guard phase == .shown else { return }
    let frame = frame.clipped(to: size)
    for row in frame.changedRows(since: shownFrame) {
      for columns in frame.changedColumns(ofRow: row, since: shownFrame) {
        painter.paint(frame, row: row, columns: columns)
      }
    }
    screen.placeCursor(frame.cursor)
    screen.refresh()
    shownFrame = frame
  }

  public func invalidate() {
    guard phase == .shown else { return }
    shownFrame = nil
    screen.forget()
  }
}
