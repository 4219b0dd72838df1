import CNcurses
import Terminals

/// Writes a row's cells to the ncurses screen: ASCII in runs of one style, other clusters one by
/// one, so that one whose width was misjudged doesn't shift the rest.
struct Painter {
  let theme: Theme
  let isASCII: Bool
  private let clusterText = ClusterText()
  private var run: [UInt32] = []

  init(theme: Theme, isASCII: Bool) {
    self.theme = theme
    self.isASCII = isASCII
  }

  mutating func paint(_ frame: Frame, row: Int, columns: Range<Int>) {
    var style = Style.text
    var column = columns.lowerBound
    frame.forEachCell(ofRow: row, columns: columns) { cell in
      if cell.isContinuation { return }
      if let ascii = cell.ascii {
        if cell.style != style {
          flush(row, column, style)
          style = cell.style
        }
        run.append(ascii)
        column += 1
      } else {
        flush(row, column, style)
        put(cell, row, column)
        column += Int(cell.width)
      }
    }
    flush(row, column, style)
  }

  private mutating func flush(_ row: Int, _ end: Int, _ style: Style) {
    guard !run.isEmpty else { return }
    let look = theme[style]
    reprise_put_run(
      Int32(row), Int32(end - run.count), run, Int32(run.count), look.attributes, look.pair)
    run.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ cell: Cell, _ row: Int, _ column: Int) {
    if !isASCII, let scalar = clusterText.onlyScalar(of: cell.character, width: Int(cell.width)) {
      let look = theme[cell.style]
      reprise_put_character(Int32(row), Int32(column), scalar.value, look.attributes, look.pair)
    } else {
      putSpelt(cell, row, column)
    }
  }

  private mutating func putSpelt(_ cell: Cell, _ row: Int, _ column: Int) {
    // Blanks first, to erase old content that the cluster doesn't cover.
    if cell.width > 1 {
      run.append(contentsOf: repeatElement(0x20, count: Int(cell.width)))
      flush(row, column + Int(cell.width), cell.style)
    }
    let look = theme[cell.style]
    var column = column
    var rest = scalars(of: cell.character, width: Int(cell.width))[...]
    while let first = rest.popFirst() {
      var cluster = [first.value]
      while let mark = rest.first, clusterText.widthOfScalar(mark) == 0 {
        if cluster.count < reprise_cluster_limit() { cluster.append(mark.value) }
        rest = rest.dropFirst()
      }
      cluster.append(0)
      reprise_put_cluster(Int32(row), Int32(column), cluster, look.attributes, look.pair)
      column += max(1, clusterText.widthOfScalar(first))
    }
  }

  private func scalars(of character: Character, width: Int) -> [Unicode.Scalar] {
    isASCII ? [ASCIILetter.of(character)] : clusterText.scalars(of: character, width: width)
  }
}

extension Cell {
  fileprivate var ascii: UInt32? {
    guard width == 1, let scalar, scalar.isASCII else { return nil }
    return scalar.value
  }
}
