import CNcurses
import Terminals

/// Puts the cells of a row on the ncurses screen.
///
/// ASCII goes out in runs of one style. Anything else is placed on its own, so that a cluster which came out
/// narrower or wider than thought moves nothing that follows. Allocates nothing per ASCII cell.
struct Painter {
  let theme: Theme
  /// Shows nothing but ASCII.
  let isASCII: Bool
  private let clusterText = ClusterText()
  private var run: [CWideChar] = []

  init(theme: Theme, isASCII: Bool) {
    self.theme = theme
    self.isASCII = isASCII
  }

  /// Paints as many of the cells as there are columns.
  mutating func paint(_ cells: ArraySlice<Cell>, row: Int, columns: Int) {
    let end = min(cells.count, columns)
    var style = Style.text
    var column = 0
    while column < end {
      let cell = cells[cells.startIndex + column]
      if let ascii = cell.ascii {
        if cell.style != style {
          flush(row, column, style)
          style = cell.style
        }
        run.append(ascii)
        column += 1
      } else {
        flush(row, column, style)
        let width = cell.isContinuation ? 1 : Int(cell.width)
        // The right half of a cluster that stands across the edge is clipped, and so its left half.
        put(column + width > end ? " " : cell.character, width: width, row, column, cell.style)
        column += width
      }
    }
    flush(row, column, style)
  }

  /// Puts out the run that ends before a column.
  private mutating func flush(_ row: Int, _ end: Int, _ style: Style) {
    guard !run.isEmpty else { return }
    let look = theme[style]
    reprise_put_run(
      Int32(row), Int32(end - run.count), run, Int32(run.count), look.attributes, look.pair)
    run.removeAll(keepingCapacity: true)
  }

  private mutating func put(
    _ character: Character, width: Int, _ row: Int, _ column: Int, _ style: Style
  ) {
    // Blanks first: what the cluster doesn't cover must not show what was there before.
    if width > 1 {
      run.append(contentsOf: repeatElement(" ", count: width))
      flush(row, column + width, style)
    }
    let look = theme[style]
    var column = column
    var rest = scalars(of: character, width: width)[...]
    while let first = rest.popFirst() {
      var cluster = [first]
      while let mark = rest.first, clusterText.widthOfScalar(mark) == 0 {
        if cluster.count < reprise_cluster_limit() { cluster.append(mark) }
        rest = rest.dropFirst()
      }
      cluster.append("\0")
      reprise_put_cluster(Int32(row), Int32(column), cluster, look.attributes, look.pair)
      column += max(1, clusterText.widthOfScalar(first))
    }
  }

  private func scalars(of character: Character, width: Int) -> [Unicode.Scalar] {
    isASCII ? [ASCIILetter.of(character)] : clusterText.scalars(of: character, width: width)
  }
}

extension Cell {
  /// What the cell shows, if that is a single ASCII character.
  fileprivate var ascii: Unicode.Scalar? {
    guard width == 1 else { return nil }
    let bytes = character.utf8
    guard bytes.count == 1, let byte = bytes.first else { return nil }
    return Unicode.Scalar(byte)
  }
}
