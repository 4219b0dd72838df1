/// A grid of styled cells: the picture of one moment.
///
/// Shape: `cells.count == size.rows * size.columns`, row by row from the top left. Distances are in cells.
/// Widths follow Unicode Standard Annex #11; the table is in `CellWidth`.
/// Two equal frames look the same on any terminal.
public struct Frame: Sendable {
  public let size: Size
  var glyphs: [Glyph]
  /// What the glyphs that are clusters show, by their index. Entries of other glyphs mean nothing.
  var clusters: [Int: Character] = [:]
  /// Where the terminal's cursor is shown, if it is: in a place to type.
  public internal(set) var cursor: Position?

  public init(size: Size) {
    self.size = size
    glyphs = Array(repeating: .blank(.text), count: size.rows * size.columns)
  }

  /// All cells. Takes time in proportion to their number; `cells(ofRow:)` is for those who need few.
  public var cells: [Cell] { glyphs.indices.map(cell) }

  /// The cells of one row. `row` must be within the frame.
  public func cells(ofRow row: Int) -> ArraySlice<Cell> {
    indices(ofRow: row).map(cell)[...]
  }

  /// Shows `body` the cells of some columns of a row, which must be within the frame. An array of them would be made at every paint.
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
  /// A row's text as a person reads it, trailing blanks included.
  public func text(ofRow row: Int) -> String {
    var text = ""
    for index in indices(ofRow: row) where !glyphs[index].isContinuation {
      text.append(cell(at: index).character)
    }
    return text
  }

  /// All rows' text, without trailing blanks, joined by line feeds.
  public var text: String {
    (0..<size.rows).map { row in
      var line = Substring(text(ofRow: row))
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    .joined(separator: "\n")
  }
}
