import RepriseTesting
import Testing

@testable import Terminals

@Suite struct FrameChangesTests {
  private let size = Size(rows: 4, columns: 10)

  private func frame(_ draw: (inout Canvas) -> Void = { _ in }) -> Frame {
    var canvas = Canvas(size: size)
    for row in 0..<4 { canvas.write("row \(row) e\u{301}", row: row) }
    draw(&canvas)
    return canvas.picture
  }

  @Test func withoutAPreviousFrameAllRowsHaveChanged() {
    #expect(frame().changedRows(since: nil) == [0, 1, 2, 3])
  }

  @Test(
    "Frame changes after a resize are all rows",
    arguments: [Size(rows: 3, columns: 10), Size(rows: 4, columns: 9)])
  func sinceAFrameOfAnotherSizeAllRowsHaveChanged(other: Size) {
    #expect(frame().changedRows(since: Frame(size: other)) == [0, 1, 2, 3])
  }

  @Test func betweenEqualFramesNoRowHasChanged() {
    #expect(frame().changedRows(since: frame()).isEmpty)
    #expect(frame() == frame())
    #expect(frame().hashValue == frame().hashValue)
  }

  @Test(
    "Frame changes include a row with one different cell",
    arguments: [
      { $0.write("X", row: 2, column: 9) },
      { $0.write("row 2", row: 2, style: .title) },
      { $0.fill(row: 2, style: .text) },
      { $0.fill(row: 2, from: 9, style: .text.selected) },
      { $0.write("e\u{302}", row: 2, column: 6) },
      { $0.write("漢", row: 2, column: 8) },
    ] as [@Sendable (inout Canvas) -> Void])
  func aRowHasChangedWhenOneCellLooksDifferent(draw: @Sendable (inout Canvas) -> Void) {
    #expect(frame(draw).changedRows(since: frame()) == [2])
    #expect(frame().changedRows(since: frame(draw)) == [2])
    #expect(frame(draw) != frame())
  }

  @Test("Frame changes ignore cells that were drawn over") func whatWasDrawnOverDoesNotCount() {
    let drawnOver = frame { canvas in
      canvas.write("漢字e\u{302}👩‍👩‍👧‍👦", row: 1)
      canvas.fill(row: 1, style: .text)
      canvas.write("row 1 e\u{301}", row: 1)
    }
    #expect(drawnOver.changedRows(since: frame()).isEmpty)
    #expect(drawnOver == frame())
    #expect(drawnOver.hashValue == frame().hashValue)
  }

  @Test("Frame changes have no row for a moved cursor") func theCursorChangesNoRowButTheFrame() {
    let other = frame { $0.showCursor(row: 1, column: 1) }
    #expect(other.changedRows(since: frame()).isEmpty)
    #expect(other != frame())
  }

  @Test("Frame changes are ordered from top to bottom") func changedRowsAreNamedFromTopToBottom() {
    let other = frame { canvas in
      canvas.write("x", row: 3)
      canvas.write("x", row: 0)
    }
    #expect(other.changedRows(since: frame()) == [0, 3])
  }

  // MARK: Columns

  @Test(
    "Frame changes of columns contain whole clusters",
    arguments: [
      ("abcdefghij", "abcdefghij", []), ("abcdefghij", "Xbcdefghij", [0..<1]),
      ("abcdefghij", "XbcdefghiX", [0..<1, 9..<10]), ("abcdefghij", "XbcXefghij", [0..<4]),
      ("abcdefghij", "XbcdXfghij", [0..<1, 4..<5]), ("ab漢efghij", "ab字efghij", [2..<4]),
      ("ab漢efghij", "abcdefghij", [2..<4]), ("abcdefghij", "ab漢efghij", [2..<4]),
      ("a漢字fghij", "ab漢efghij", [1..<5]), ("abe\u{301}", "abe\u{302}", [2..<3]),
    ] as [(String, String, [Range<Int>])])
  func changedColumnsHoldWholeClusters(before: String, now: String, changed: [Range<Int>]) {
    var one = Canvas(size: Size(rows: 2, columns: 10))
    var other = one
    one.write(before, row: 1)
    other.write(now, row: 1)
    #expect(other.picture.changedColumns(ofRow: 1, since: one.picture) == changed)
    #expect(other.picture.changedColumns(ofRow: 0, since: one.picture).isEmpty)
  }

  @Test(
    "Frame changes of columns without a previous frame are all",
    arguments: [nil, Frame(size: Size(rows: 4, columns: 9))])
  func withoutAPreviousFrameOfItsSizeAllColumnsHaveChanged(previous: Frame?) {
    #expect(frame().changedColumns(ofRow: 0, since: previous) == [0..<10])
  }

  @Test("Frame changes of columns in an empty row are none")
  func whereThereIsNoColumnNoneHasChanged() {
    let empty = Frame(size: Size(rows: 1, columns: 0))
    #expect(empty.changedColumns(ofRow: 0, since: nil) == [])
    #expect(empty.changedColumns(ofRow: 0, since: empty) == [])
  }

  @Test("Frame changes of columns include every different cell")
  func outsideTheChangedColumnsTwoRowsAreTheSame() {
    var generator = SplitMix64(seed: 4)
    for _ in 0..<1_000 {
      var canvas = Canvas(size: Size(rows: 1, columns: 24))
      canvas.write(NastyText.random(upTo: 24, using: &generator), row: 0)
      let before = canvas.picture
      for _ in 0..<2 {
        let column = Int.random(in: 0..<24, using: &generator)
        canvas.write(NastyText.random(upTo: 2, using: &generator), row: 0, column: column)
      }
      let now = canvas.picture
      let changed = now.changedColumns(ofRow: 0, since: before)
      #expect(changed.isEmpty == now.changedRows(since: before).isEmpty)
      for (column, (old, new)) in zip(before.cells, now.cells).enumerated() {
        #expect(old == new || changed.contains { $0.contains(column) }, "\(column)")
        let isEdge = changed.contains { $0.lowerBound == column || $0.upperBound == column }
        #expect(!isEdge || !old.isContinuation && !new.isContinuation, "\(column)")
      }
    }
  }
}
