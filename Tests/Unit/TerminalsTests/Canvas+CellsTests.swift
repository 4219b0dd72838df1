import RepriseTesting
import Testing

@testable import Terminals

@Suite struct CanvasCellsTests {
  @Test(
    "Canvas: a wide cluster that is half overwritten becomes a blank",
    arguments: [
      (1, "x", "ax漢字e"), (2, "x", "abx 字e"), (3, "x", "ab x字e"), (4, "x", "ab漢x e"),
      (5, "x", "ab漢 xe"), (2, "xy", "abxy字e"), (3, "xy", "ab xy e"), (3, "国", "ab 国 e"),
      (2, "国", "ab国字e"), (1, "国", "a国 字e"), (5, "国", "ab漢 国"), (3, "é", "ab é字e"),
      (2, "e\u{302}", "abe\u{302} 字e"), (3, "xyzu", "ab xyzu"),
    ])
  func aWideClusterThatLosesAHalfBecomesABlank(column: Int, text: String, picture: String) {
    var canvas = Canvas(size: Size(rows: 1, columns: 7))
    canvas.write("ab漢字e", row: 0)
    canvas.write(text, row: 0, column: column)
    #expect(canvas.picture.text(ofRow: 0) == picture)
  }

  @Test("Canvas: the blank of half a wide cluster keeps its style")
  func theBlankKeepsTheStyleOfItsCluster() {
    var canvas = Canvas(size: Size(rows: 1, columns: 4))
    canvas.write("漢字", row: 0, style: .good)
    canvas.write("xy", row: 0, column: 1, style: .bad)
    #expect(canvas.picture.cells.map(\.style) == [.good, .bad, .bad, .good])
  }

  @Test("Canvas: fills and rules blank halves of wide clusters", arguments: [0, 1])
  func fillsAndRulesMendWhatTheyCutToo(offset: Int) {
    var canvas = Canvas(size: Size(rows: 2, columns: 6))
    for row in 0...1 { canvas.write("漢字国", row: row) }
    canvas.fill(row: 0, from: 1 + offset, to: 4 + offset, style: .text)
    canvas.rule(row: 1, from: 1 + offset, to: 4 + offset)
    #expect(canvas.picture.text(ofRow: 0) == (offset == 0 ? "    国" : "漢    "))
    #expect(canvas.picture.text(ofRow: 1) == (offset == 0 ? " ───国" : "漢─── "))
  }

  @Test("Canvas: a part may cut a wide cluster at its edge")
  func aPartMayCutAClusterThatStandsAcrossItsEdge() {
    var canvas = Canvas(size: Size(rows: 1, columns: 6))
    canvas.write("漢字国", row: 0)
    canvas.within(Area(row: 0, column: 1, rows: 1, columns: 4)) { $0.write("abcd", row: 0) }
    #expect(canvas.picture.text(ofRow: 0) == " abcd ")
  }

  @Test("Canvas: wide cells have their continuation after random drawing")
  func afterAnyDrawingEveryWideCellHasItsContinuation() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<300 {
      let size = Size(
        rows: Int.random(in: 0...4, using: &generator),
        columns: Int.random(in: 0...14, using: &generator))
      var canvas = Canvas(size: size)
      for _ in 0..<20 { scribble(on: &canvas, depth: 0, using: &generator) }
      for row in 0..<size.rows {
        let widths = canvas.picture.cells(ofRow: row).map(\.width)
        for (column, width) in widths.enumerated() {
          let next = column + 1 < widths.count ? widths[column + 1] : 1
          #expect((width == 2) == (next == 0), "\(widths)")
        }
        #expect(widths.first != 0, "\(widths)")
        #expect(CellWidth.of(canvas.picture.text(ofRow: row)) <= size.columns)
      }
    }
  }

  @Test("Canvas: writing a text equals writing its clusters")
  func writingATextIsWritingItsClustersOneByOne() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let text = NastyText.random(upTo: 20, using: &generator)
      let start = Int.random(in: -4...12, using: &generator)
      var whole = Canvas(size: Size(rows: 1, columns: 12))
      whole.write("漢字漢字漢字", row: 0, style: .good)
      var single = whole
      let end = whole.write(text, row: 0, column: start, style: .bad)
      var column = start
      SafeText.forEachCluster(of: text) { cluster, width in
        guard column < 12, column + width <= 12 else { return false }
        column = single.write(String(cluster), row: 0, column: column, style: .bad)
        return true
      }
      #expect(whole.picture == single.picture, "\(Array(text.unicodeScalars))")
      #expect(end == column)
    }
  }

  /// Draws something, somewhere, and on parts of the canvas too.
  private func scribble(
    on canvas: inout Canvas, depth: Int, using generator: inout SplitMix64
  ) {
    let (row, column) = (place(using: &generator), place(using: &generator))
    let other = place(using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: canvas.fill(row: row, from: column, to: other, style: .bad)
    case 1: canvas.rule(row: row, from: column, to: other)
    case 2: canvas.showCursor(row: row, column: column)
    case 3 where depth < 3:
      let columns = place(using: &generator)
      canvas.within(Area(row: row, column: column, rows: other, columns: columns)) { part in
        for _ in 0..<4 { scribble(on: &part, depth: depth + 1, using: &generator) }
      }
    default:
      let text = NastyText.random(upTo: 8, using: &generator)
      canvas.write(
        text, row: row, column: column, limit: Bool.random(using: &generator) ? other : nil)
    }
  }

  private func place(using generator: inout SplitMix64) -> Int {
    let near = Int.random(in: -4...16, using: &generator)
    let extremes = [Int.min, Int.min + 1, -1_000, 1_000, Int.max - 1, Int.max]
    let isNear = Int.random(in: 0..<12, using: &generator) > 0
    return isNear ? near : extremes.randomElement(using: &generator) ?? near
  }
}
