/// A grid of styled cells: everything a terminal shows at one time.
///
/// The number of cells is `size.rows * size.columns`, row by row from the top left. Widths follow
/// Unicode Standard Annex #11 (see ``CellWidth``). Two equal frames look the same on any terminal.
public struct Frame: Sendable {
  /// The number of rows and columns of the frame.
  public let size: Size
  var glyphs: [Glyph]
  /// The multi-scalar clusters, by cell index. Entries for other glyphs are ignored.
  var clusters: [Int: Character] = [:]
  /// The images that are shown over the cells. They never overlap. A terminal omits images that it
  /// doesn't support.
  public internal(set) var images: [PlacedImage] = []
  /// The position at which the terminal's cursor is shown, usually in a text field; `nil` if it is
  /// hidden.
  public internal(set) var cursor: Position?

  /// Creates a frame in which all cells are blank.
  ///
  ///     Frame(size: Size(rows: 24, columns: 80))
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(.text), count: size.rows * size.columns)
  }

  /// All cells of the frame, row by row. Each access creates an array in O(*n*) time; for a few
  /// cells, use `cells(ofRow:)`.
  public var cells: [Cell] { glyphs.indices.map(cell) }

  /// Returns the cells of the row with the given index, which must be within the frame.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    indices(ofRow: row).map(cell)[...]
  }

  /// Avoids an array per paint. `row` and `columns` must be within the frame.
  package func forEachCell(ofRow row: Int, columns: Range<Int>, _ body: (Cell) -> Void) {
    let start = row * size.columns
    for index in start + columns.lowerBound..<start + columns.upperBound { body(cell(at: index)) }
  }

  func indices(ofRow row: Int) -> Range<Int> { row * size.columns..<(row + 1) * size.columns }

  private func cell(at index: Int) -> Cell {
    let glyph = glyphs[index]
    return Cell(glyph, cluster: glyph.isCluster ? clusters[index] : nil)
  }

  /// Returns the text of a row, including trailing blanks.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for index in indices(ofRow: row) where !glyphs[index].isContinuation {
      text.append(cell(at: index).character)
    }
    return text
  }

  /// The text of all rows without trailing blanks, joined by line feeds.
  public var text: String {
    (0..<size.rows).map { row in
      var line = Substring(text(ofRow: row))
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n")
  }

  /// Returns the indices of the rows that differ from a previous frame, from top to bottom.
  ///
  /// Returns all rows if `previous` is `nil` or has another size.
  public func changedRows(since previous: Frame?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { !isRow($0, asIn: previous) }
  }

  /// Returns the column ranges in which a row differs from a previous frame, from left to right. A
  /// range never splits a grapheme cluster that is two cells wide, and ranges close together are
  /// merged.
  ///
  /// Returns all columns if `previous` is `nil` or has another size.
  public func changedColumns(ofRow row: Int, since previous: Frame?) -> [Range<Int>] {
    guard size.columns > 0 else { return [] }
    guard let previous, previous.size == size else { return [0..<size.columns] }
    let start = row * size.columns
    // Uses buffers because this reads every cell of every changed row before each paint.
    return glyphs.withUnsafeBufferPointer { now in
      previous.glyphs.withUnsafeBufferPointer { before in
        Frame.stretches(of: size.columns) { column in
          let index = start + column
          return now[index] != before[index]
            || (now[index].isCluster && clusters[index] != previous.clusters[index])
        } isContinuation: { column in
          now[start + column].isContinuation
        }
      }
    }
  }

  private static func stretches(
    of columns: Int, isChanged: (Int) -> Bool, isContinuation: (Int) -> Bool
  ) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var column = 0
    while column < columns {
      guard isChanged(column) else {
        column += 1
        continue
      }
      let start = column
      var end = column + 1
      while end < columns, isChanged(end) { end += 1 }
      // Half a wide cluster can't be painted. A range never begins with the right half: if the left
      // half is unchanged, so is the right.
      while end < columns, isContinuation(end) { end += 1 }
      if let last = stretches.last, start - last.upperBound < leastGap {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(start..<end)
      }
      column = end
    }
    return stretches
  }

  /// The minimum gap between two ranges: repainting fewer cells is cheaper than moving the cursor.
  private static let leastGap = 3

  private func isRow(_ row: Int, asIn other: Frame) -> Bool {
    let indices = indices(ofRow: row)
    guard glyphs[indices] == other.glyphs[indices] else { return false }
    if clusters.isEmpty { return true }
    // Equal glyphs are either clusters in both frames or in neither.
    return indices.allSatisfy { index in
      !glyphs[index].isCluster || clusters[index] == other.clusters[index]
    }
  }

  /// Crops at the top left, and pads a smaller frame with blanks.
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

extension Frame {
  /// Removes unsupported images and blanks the cells under the others, because their text would
  /// show through a transparent image.
  package func shown(by graphics: Graphics?) -> Frame {
    guard !images.isEmpty else { return self }
    var frame = self
    frame.images = images.filter { placed in
      graphics.map { placed.image.isSupported(by: $0) } == true
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

extension Frame: Hashable {
  public static func == (one: Frame, other: Frame) -> Bool {
    one.size == other.size && one.cursor == other.cursor && one.images == other.images
      && (0..<one.size.rows).allSatisfy { one.isRow($0, asIn: other) }
  }

  public func hash(into hasher: inout Hasher) {
    glyphs.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// An image and the rectangle of a frame in which it is shown.
///
/// The cells in the rectangle keep their text, which is shown by a terminal that doesn't support
/// the image.
public struct PlacedImage: Hashable, Sendable {
  /// The image to show. The terminal scales it to fit the rectangle, unless it consists of sixels.
  public let image: GraphicImage
  /// The rectangle of cells that the image covers, completely within the frame.
  public let area: Area
}
