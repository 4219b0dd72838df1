/// A grid of styled cells: the picture of one moment.
///
/// Shape: `cells.count == size.rows * size.columns`, row by row from the top left. Distances are in cells.
/// Widths follow Unicode Standard Annex #11; the table is in `CellWidth`.
/// Two equal frames look the same on any terminal.
public struct Frame: Sendable {
  /// The size.
  public let size: Size
  var glyphs: [Glyph]
  /// The clusters of glyphs that are clusters, by their index. Entries of other glyphs mean nothing.
  var clusters: [Int: Character] = [:]
  /// The images over the cells, none of which covers another. A terminal shows those that it takes.
  public internal(set) var images: [PlacedImage] = []
  /// The cell of the terminal's cursor, in a place to type; nil if the cursor is hidden.
  public internal(set) var cursor: Position?

  /// Creates a frame of blanks.
  ///
  ///     Frame(size: Size(rows: 24, columns: 80))
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(.text), count: size.rows * size.columns)
  }

  /// All cells, in time proportional to their number. If you need only a few, ask for `cells(ofRow:)`.
  public var cells: [Cell] { glyphs.indices.map(cell) }

  /// Returns the cells of one row. `row` must be within the frame.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    indices(ofRow: row).map(cell)[...]
  }

  /// Calls `body` with the cells of some columns of a row, which must be within the frame. An array of them would be made at every paint.
  package func forEachCell(ofRow row: Int, columns: Range<Int>, _ body: (Cell) -> Void) {
    let start = row * size.columns
    for index in start + columns.lowerBound..<start + columns.upperBound { body(cell(at: index)) }
  }

  func indices(ofRow row: Int) -> Range<Int> { row * size.columns..<(row + 1) * size.columns }

  private func cell(at index: Int) -> Cell {
    let glyph = glyphs[index]
    return Cell(glyph, cluster: glyph.isCluster ? clusters[index] : nil)
  }
}

extension Frame {
  /// Returns a row's text as a person reads it, trailing blanks included.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for index in indices(ofRow: row) where !glyphs[index].isContinuation {
      text.append(cell(at: index).character)
    }
    return text
  }

  /// The text of all rows, without trailing blanks, joined by line feeds.
  public var text: String {
    (0..<size.rows).map { row in
      var line = Substring(text(ofRow: row))
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n")
  }
}
