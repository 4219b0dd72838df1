extension Frame {
  /// Returns the frame cropped to `size` at its top left, and padded with blanks if it is smaller.
  package func clipped(to size: Size) -> Frame {
    guard size != self.size else { return self }
    var clipped = Frame(size: size)
    for row in 0..<min(size.rows, self.size.rows) {
      for column in 0..<min(size.columns, self.size.columns) {
        let source = row * self.size.columns + column
        let target = row * size.columns + column
        let glyph = glyphs[source]
        // A wide cluster cut by the edge is replaced by a blank.
        let isCut = column + glyph.width > size.columns
        clipped.glyphs[target] = isCut ? .blank(glyph.style) : glyph
        if glyph.isCluster, !isCut { clipped.clusters[target] = clusters[source] }
      }
    }
    // An image that doesn't fit completely is dropped, and the text under it is shown.
    clipped.images = images.filter { Area(Position(row: 0, column: 0), size).contains($0.area) }
    if let cursor, cursor.row < size.rows, cursor.column < size.columns { clipped.cursor = cursor }
    return clipped
  }
}
