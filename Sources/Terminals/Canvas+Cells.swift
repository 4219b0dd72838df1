extension Canvas {
  /// The first visible column: greater than 0 only if the canvas begins left of its parent canvas.
  var firstColumn: Int { max(0, corner.column - area.column) }

  func isVisible(row: Int) -> Bool {
    row >= max(0, corner.row - area.row) && row < rows
  }

  mutating func put(_ text: String, row: Int, column: Int, end: Int, style: Style) -> Int {
    var column = column
    SafeText.forEachPiece(of: text) { piece in
      switch piece {
      case .ascii(let bytes):
        let count = min(bytes.count, end - column)
        guard count > 0 else { return false }
        put(bytes[..<count], row: row, column: column, style: style)
        column += count
        return count == bytes.count
      case .scalar(let scalar, let width):
        guard column + width <= end else { return false }
        put(Glyph(scalar, width: width, style: style), nil, row: row, column: column)
        column += width
      case .cluster(let cluster, let width):
        guard column + width <= end else { return false }
        if let scalar = cluster.onlyScalar {
          put(Glyph(scalar, width: width, style: style), nil, row: row, column: column)
        } else {
          let glyph = Glyph(clusterOfWidth: width, style: style)
          put(glyph, cluster, row: row, column: column)
        }
        column += width
      }
      return true
    }
    return column
  }

  mutating func put(_ glyph: Glyph, row: Int, from column: Int, to end: Int) {
    let start = max(firstColumn, column)
    let end = min(columns, end)
    guard isVisible(row: row), start < end else { return }
    let first = index(row, start)
    let range = first..<first + end - start
    mend(around: range)
    for index in range { frame.glyphs[index] = glyph }
  }

  private mutating func put(
    _ ascii: Slice<UnsafeBufferPointer<UInt8>>, row: Int, column: Int, style: Style
  ) {
    let hidden = max(0, firstColumn - column)
    guard hidden < ascii.count else { return }
    let first = index(row, column + hidden)
    mend(around: first..<first + ascii.count - hidden)
    let bits = style.bits
    frame.glyphs.withUnsafeMutableBufferPointer { glyphs in
      var index = first
      for byte in ascii.dropFirst(hidden) {
        glyphs[index] = Glyph(ascii: byte, styleBits: bits)
        index += 1
      }
    }
  }

  private mutating func put(_ glyph: Glyph, _ cluster: Character?, row: Int, column: Int) {
    let width = glyph.width
    if column < firstColumn {
      // If only the right half of a wide cluster is visible, it is drawn as a blank.
      if column + width > firstColumn {
        put(.blank(glyph.style), nil, row: row, column: firstColumn)
      }
      return
    }
    let index = index(row, column)
    mend(around: index..<index + width)
    frame.glyphs[index] = glyph
    if let cluster { frame.clusters[index] = cluster }
    if width == 2 { frame.glyphs[index + 1] = .continuation(glyph.style) }
  }

  /// Blanks the remaining halves of wide clusters that an overwritten range cuts at its edges.
  private mutating func mend(around range: Range<Int>) {
    if frame.glyphs[range.lowerBound].isContinuation {
      let left = range.lowerBound - 1
      frame.glyphs[left] = .blank(frame.glyphs[left].style)
    }
    if frame.glyphs[range.upperBound - 1].width == 2 {
      let right = range.upperBound
      frame.glyphs[right] = .blank(frame.glyphs[right].style)
    }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    (area.row + row) * frame.size.columns + area.column + column
  }
}

extension Character {
  fileprivate var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.dropFirst().isEmpty else { return nil }
    return first
  }
}
