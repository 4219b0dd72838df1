import Screens
import Synchronization
import Terminals
import Testing

@testable import Controllers

/// How large an image is drawn, and what of it a terminal without graphics has.
@MainActor @Suite struct ImageFitTests {
  @Test(
    "An image fits the window and is enlarged four times at most",
    arguments: [
      (160, 96, 21, 78, 560, 336, 21, 70), (160, 96, 100, 20, 160, 96, 6, 20),
      (10, 10, 21, 78, 40, 40, 3, 5), (1, 10_000, 2, 2, 1, 32, 2, 1),
      (10_000, 1, 2, 2, 16, 1, 1, 2),
    ])
  func itIsAsLargeAsThereIsRoomAndAtMostFourTimesEnlarged(
    width: Int, height: Int, rows: Int, columns: Int, fitWidth: Int, fitHeight: Int,
    cellRows: Int, cellColumns: Int
  ) {
    let fit = ImageFit(PixelSize(width: width, height: height), rows: rows, columns: columns)
    #expect(fit.pixels == PixelSize(width: fitWidth, height: fitHeight))
    #expect(fit.cells == Size(rows: cellRows, columns: cellColumns))
  }

  @Test("An image's size in cells is rounded up") func aCellThatIsTouchedCounts() {
    let cell = PixelSize(width: 8, height: 16)
    #expect(PixelSize(width: 16, height: 32).cells(of: cell) == Size(rows: 2, columns: 2))
    #expect(PixelSize(width: 17, height: 33).cells(of: cell) == Size(rows: 3, columns: 3))
    #expect(PixelSize(width: 1, height: 1).cells(of: cell) == Size(rows: 1, columns: 1))
  }

  /// A GIF's beginning, which says so many pixels.
  private func gif(width: UInt16, height: UInt16) -> StillImage {
    let bytes = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return StillImage(title: "", facts: [], bytes: Array("GIF89a".utf8) + bytes)
  }

  /// A terminal scales up, so it needn't get more pixels than it has time for.
  @Test(
    "An image is converted at no more pixels than it needs",
    arguments: [(2_000, 1_000, 73, 147), (100, 100, 12, 12), (8, 8, 1, 1), (3, 3, 1, 1)])
  func moreThanEnoughPixelsAreNotConverted(
    width: UInt16, height: UInt16, rows: Int, columns: Int
  ) async {
    let asked = Mutex<[ImageConversion]>([])
    let made = await ImageGraphics.converted(
      gif(width: width, height: height), rows: 60, columns: 240, for: .kitty
    ) { _, wanted in
      asked.withLock { $0.append(wanted) }
      return nil
    }
    #expect(made == nil)
    #expect(
      asked.withLock { $0 } == [ImageConversion(form: .kitty, rows: rows, columns: columns)])
  }

  // MARK: In characters

  private static let cat = StillImage(title: "cat.png", facts: ["image/png", "2 × 3"], bytes: [1])

  private func controller(
    _ drawn: [String]?, failing: Bool = false
  ) -> ImageController {
    ImageController(
      title: "Photo", help: "Install something.", draw: { _, _ in drawn },
      source: { load in
        if failing, load.loadReason == .userRefresh { throw TestError() }
        load.show(Self.cat)
      })
  }

  @Test("An image in characters is above its facts") func theImageIsAboveItsFacts() async {
    let controller = controller(["abcdefghij", "kl", "mn"])
    let stage = Stage(rows: 3, columns: 10)
    #expect(stage.lines(of: controller) == ["  Loading…", "", ""])
    await controller.load(.appear, stage.navigator)
    #expect(stage.lines(of: controller) == [" abcdefghi", " kl", " image/p…"])
    stage.press("c", in: controller)
    #expect(stage.copies == ["abcdefghij\nkl\nmn\nimage/png · 2 × 3"])
  }

  @Test("An image that can't be drawn is described in text")
  func whatCannotBeDrawnIsDescribedLineByLine() async {
    let controller = controller(nil)
    let stage = Stage(rows: 7, columns: 40)
    await controller.load(.appear, stage.navigator)
    #expect(
      stage.lines(of: controller) == [
        "", "   cat.png", "   image/png", "   2 × 3", "", "   Install something.", "",
      ])
    let picture = stage.picture(of: controller)
    let styles = [1, 2, 3, 5].map { Array(picture.cells(ofRow: $0))[3].style }
    #expect(styles == [.title, .text, .text, .secondary])
    #expect(!controller.bindings.contains { $0.label == "invert" })
    stage.press("c", in: controller)
    #expect(stage.copies == ["image/png · 2 × 3"])
  }

  @Test("An image's failed refresh replaces its facts by the error")
  func aFailureStandsInPlaceOfTheFacts() async {
    let controller = controller(["ab"], failing: true)
    let stage = Stage(rows: 3, columns: 40)
    await controller.load(.appear, stage.navigator)
    await controller.load(.userRefresh, stage.navigator)
    #expect(stage.lines(of: controller) == [" ab", "", " ✕ The well is dry."])
    #expect(Array(stage.picture(of: controller).cells(ofRow: 2))[1].style == .bad)
  }

  /// A line is the facts', and a column at either side is free.
  @Test(
    "An image isn't drawn in a window without free cells", arguments: [(1, 10), (2, 2), (2, 1)])
  func withoutRoomNothingIsDrawn(
    rows: Int, columns: Int
  ) async {
    let controller = controller(["ab"])
    let stage = Stage(rows: rows, columns: columns)
    await controller.load(.appear, stage.navigator)
    #expect(controller.bindings.allSatisfy { $0.label != "invert" })
    stage.size = Size(rows: 2, columns: 3)
    stage.press("x", in: controller)
    #expect(!stage.hasWork)
    _ = controller.handle(.resize(stage.size), stage.navigator)
    await stage.work()
    #expect(stage.lines(of: controller).first == " ab")
  }
}
