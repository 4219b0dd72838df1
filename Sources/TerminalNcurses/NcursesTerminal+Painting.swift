public import Terminals

extension NcursesTerminal {
  public func show(_ frame: Frame) {
    guard phase == .shown, !isLent || paintsWhileLent else { return }
    let frame = frame.clipped(to: size).shown(by: graphics)
    let rows = frame.changedRows(since: shownFrame)
    let change = change(of: frame.images, painting: rows)
    if !change.isEmpty { tty.write(ImageSequences.updateStart + change.deleting) }
    for row in rows {
      for columns in frame.changedColumns(ofRow: row, since: shownFrame) {
        painter.paint(frame, row: row, columns: columns)
      }
    }
    for row in change.erased { screen.forget(row: row) }
    screen.placeCursor(frame.cursor)
    screen.refresh()
    if !change.isEmpty { tty.write(change.showing + ImageSequences.updateEnd) }
    shownFrame = frame
  }

  private func change(of images: [PlacedImage], painting rows: [Int]) -> ImagePainter.Change {
    guard let graphics else { return ImagePainter.Change() }
    return self.images.change(
      to: images, by: graphics, painted: shownFrame == nil ? nil : Set(rows))
  }

  public func invalidate() {
    guard phase == .shown else { return }
    shownFrame = nil
    screen.forget()
  }
}
