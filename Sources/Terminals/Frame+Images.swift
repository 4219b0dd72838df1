extension Frame {
  /// Returns this frame as a terminal with the given protocol shows it: unsupported images are
  /// removed, and the cells under the others are blanked.
  ///
  /// The cells are blanked because their text would show through a transparent image.
  package func shown(by graphics: Graphics?) -> Frame {
    guard !images.isEmpty else { return self }
    var frame = self
    frame.images = images.filter { placed in
      graphics.map { placed.image.isTaken(by: $0) } == true
    }
    for placed in frame.images { frame.blank(placed.area) }
    return frame
  }

  /// Blanks an area within the frame, including both halves of wide clusters that cross its edges.
  private mutating func blank(_ area: Area) {
    for row in area.row..<area.row + area.rows {
      var columns = area.column..<area.column + area.columns
      let start = row * size.columns
      if glyphs[start + columns.lowerBound].isContinuation {
        columns = columns.lowerBound - 1..<columns.upperBound
      }
      if glyphs[start + columns.upperBound - 1].width == 2 {
        columns = columns.lowerBound..<columns.upperBound + 1
      }
      for column in columns { glyphs[start + column] = .blank(.text) }
    }
  }
}
