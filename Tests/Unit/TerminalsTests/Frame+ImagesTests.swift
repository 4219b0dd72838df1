import Testing

@testable import Terminals

@MainActor @Suite struct FrameImagesTests {
  private let area = Area(row: 1, column: 2, rows: 2, columns: 3)

  /// A picture of three lines of text, with an image over a part of it.
  private func frame(
    _ image: GraphicImage?, _ area: Area? = nil, text: String = "abcdefgh",
    size: Size = Size(rows: 4, columns: 8)
  ) throws -> Frame {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows { canvas.write(text, row: row) }
    if let image { canvas.show(image, in: area ?? self.area) }
    return canvas.picture
  }

  @Test("Frame keeps the text under an image") func theTextUnderAnImageStays() throws {
    let image = try #require(SampleImages.image())
    let frame = try frame(image)
    #expect(frame.images == [PlacedImage(image: image, area: area)])
    #expect(try frame.text == self.frame(nil).text)
    #expect(try frame != self.frame(nil))
    #expect(try frame != self.frame(SampleImages.image(1)))
    #expect(try frame == self.frame(SampleImages.image()))
  }

  @Test("Frame for a terminal with graphics has blanks under the image")
  func aTerminalThatTakesItShowsItOverBlanks() throws {
    let frame = try frame(SampleImages.image())
    let shown = frame.shown(by: .kitty)
    #expect(shown.text == "abcdefgh\nab   fgh\nab   fgh\nabcdefgh")
    #expect(shown.images == frame.images)
    for graphics in [nil, .sixel(cell: PixelSize(width: 8, height: 16))] as [Graphics?] {
      #expect(frame.shown(by: graphics).text == frame.text)
      #expect(frame.shown(by: graphics).images.isEmpty)
    }
  }

  @Test("Frame image leaves no half of a wide cluster") func noHalfOfAWideClusterIsLeft() throws {
    let text = "a漢漢漢b"
    let frame = try frame(SampleImages.image(), text: text)
    #expect(frame.shown(by: .kitty).text(ofRow: 1) == "a    漢b")
    let left = try self.frame(
      SampleImages.image(), Area(row: 0, column: 3, rows: 1, columns: 1), text: text)
    #expect(left.shown(by: .kitty).text(ofRow: 0) == "a漢  漢b")
  }

  @Test(
    "Frame image outside of the frame is not shown",
    arguments: [
      Area(row: 3, column: 0, rows: 2, columns: 1), Area(row: -1, column: 0, rows: 2, columns: 1),
      Area(row: 0, column: 7, rows: 1, columns: 2), Area(row: 0, column: -1, rows: 1, columns: 2),
      Area(row: 0, column: 0, rows: 0, columns: 2), Area(row: 0, column: 0, rows: 2, columns: 0),
      Area(row: 0, column: 0, rows: .max, columns: .max),
      Area(row: .max, column: .max, rows: 9, columns: 9),
    ]) func anImageThatHasNoRoomIsNotShown(area: Area) throws
  {
    #expect(try frame(SampleImages.image(), area).images.isEmpty)
  }

  @Test("Canvas part shows images at its own coordinates") func aPartOfACanvasHasItsOwnPlaces()
    throws
  {
    let image = try #require(SampleImages.image())
    var canvas = Canvas(size: Size(rows: 10, columns: 20))
    canvas.within(Area(row: 2, column: 5, rows: 4, columns: 6)) { part in
      part.show(image, in: Area(row: 1, column: 1, rows: 3, columns: 5))
      // One that overlaps, and one that sticks out.
      part.show(image, in: Area(row: 3, column: 5, rows: 1, columns: 1))
      part.show(image, in: Area(row: 0, column: 2, rows: 1, columns: 5))
      part.show(image, in: Area(row: 0, column: 0, rows: 1, columns: 6))
    }
    #expect(
      canvas.picture.images.map(\.area) == [
        Area(row: 3, column: 6, rows: 3, columns: 5), Area(row: 2, column: 5, rows: 1, columns: 6),
      ])
  }

  @Test("Frame clipped through an image shows the text instead")
  func aSmallerTerminalShowsTheTextInstead() throws {
    let frame = try frame(SampleImages.image())
    #expect(frame.clipped(to: Size(rows: 3, columns: 5)).images == frame.images)
    #expect(frame.clipped(to: Size(rows: 2, columns: 8)).images.isEmpty)
    #expect(frame.clipped(to: Size(rows: 4, columns: 4)).images.isEmpty)
    let terminal = InMemoryTerminal(size: Size(rows: 4, columns: 8), graphics: .kitty)
    terminal.show(frame)
    #expect(terminal.frame.images == frame.images)
  }

  @Test("Terminal graphics that become known cause a resize event")
  func aTerminalThatHasAnsweredTellsOfIt() {
    let terminal = InMemoryTerminal(size: Size(rows: 4, columns: 8))
    #expect(terminal.graphics == nil)
    terminal.take(.iTerm)
    #expect(terminal.graphics == .iTerm)
    #expect(terminal.readEvents() == [.resize(Size(rows: 4, columns: 8))])
  }

  /// What of a part lies beyond the canvas's edge can't be seen, and so no image there.
  @Test(
    "Canvas part that begins outside shows images on the canvas",
    arguments: [
      (Area(row: 1, column: 2, rows: 3, columns: 3), Area(row: 0, column: 0, rows: 3, columns: 3)),
      (Area(row: 3, column: 4, rows: 1, columns: 1), Area(row: 2, column: 2, rows: 1, columns: 1)),
      (Area(row: 0, column: 2, rows: 2, columns: 1), nil),
      (Area(row: 1, column: 1, rows: 1, columns: 2), nil),
      (Area(row: 3, column: 2, rows: 2, columns: 1), nil),
      (Area(row: 1, column: 4, rows: 1, columns: 2), nil),
      (Area(row: 1, column: 2, rows: 1, columns: 0), nil),
    ] as [(Area, Area?)])
  func onAPartThatBeginsOutsideAnImageIsShownWhereTheCanvasIs(area: Area, place: Area?) throws {
    let image = try #require(SampleImages.image())
    var canvas = Canvas(size: Size(rows: 3, columns: 3))
    canvas.within(Area(row: -1, column: -2, rows: 9, columns: 9)) { $0.show(image, in: area) }
    #expect(canvas.picture.images.map(\.area) == [place].compactMap(\.self))
  }
}
