import Testing

@testable import Terminals

@Suite struct FrameClippingTests {
  private var frame: Frame {
    var canvas = Canvas(size: Size(rows: 2, columns: 6))
    canvas.write("ab漢e\u{301}f", row: 0, style: .title)
    canvas.write("second", row: 1)
    canvas.showCursor(row: 1, column: 4)
    return canvas.picture
  }

  @Test(arguments: [
    (1, 6, "ab漢e\u{301}f"), (2, 5, "ab漢e\u{301}\nsecon"), (2, 4, "ab漢\nseco"),
    (2, 3, "ab\nsec"), (2, 0, "\n"), (0, 6, ""), (3, 8, "ab漢e\u{301}f\nsecond\n"),
  ])
  func aFrameIsCutOrPaddedToTheSize(rows: Int, columns: Int, text: String) {
    let size = Size(rows: rows, columns: columns)
    #expect(frame.clipped(to: size).size == size)
    #expect(frame.clipped(to: size).text == text)
  }

  @Test("Frame clipped in a wide cluster has a blank of its style")
  func halfAWideClusterLeavesABlankOfItsStyle() {
    let row = frame.clipped(to: Size(rows: 1, columns: 3)).cells(ofRow: 0)
    #expect(row.map(\.width) == [1, 1, 1])
    #expect(row.last?.style == .title)
  }

  @Test("Frame clipped keeps the cursor if it is inside") func theCursorStaysIfItsPlaceDoes() {
    #expect(frame.clipped(to: Size(rows: 2, columns: 5)).cursor == Position(row: 1, column: 4))
    #expect(frame.clipped(to: Size(rows: 2, columns: 4)).cursor == nil)
    #expect(frame.clipped(to: Size(rows: 1, columns: 6)).cursor == nil)
  }

  @Test("Frame clipped to its own size is unchanged") func aFrameOfTheSizeIsLeftAsItIs() {
    #expect(frame.clipped(to: frame.size) == frame)
  }
}
