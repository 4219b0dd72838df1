/// A grid of styled cells: everything a terminal shows at one time.
///
/// The number of cells is `size.rows * size.columns`, row by row from the top left. Widths follow
/// Unicode Standard Annex #11 (see ``CellWidth``). Two equal frames look the same on any terminal.
public struct Frame: Sendable {
  /// The size in cells.
  public let size: Size
  var glyphs: [Glyph]
  /// The multi-scalar clusters, by cell index. Entries for other glyphs are ignored.
  var clusters: [Int: Character] = [:]
  /// The images over the cells, which never overlap. A terminal shows those it supports.
  public internal(set) var images: [PlacedImage] = []
  /// The cell of the terminal's cursor, in a text field, or `nil` if the cursor is hidden.
  public internal(set) var cursor: Position?

  /// Creates a blank frame.
  ///
  ///     Frame(size: Size(rows: 24, columns: 80))
  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(.text), count: size.rows * size.columns)
  }

  /// All cells. Creates an array in O(*n*) time; for a few cells, use `cells(ofRow:)`.
  public var cells: [Cell] { glyphs.indices.map(cell) }

  /// Returns the cells of one row. `row` must be within the frame.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    indices(ofRow: row).map(cell)[...]
  }

  /// Calls `body` with some cells of a row, which must be within the frame. Avoids an array per
  /// paint.
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
  /// Returns a row's text, including trailing blanks.
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
}
