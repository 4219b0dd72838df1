import Controllers
import RepriseTesting
import Screens
import Synchronization
import Terminals
import Testing

@MainActor @Suite struct ImageControllerTests {
  private enum Only: AppRoute { case image }

  /// An image drawn as a line for each row that there is, with the manner in it.
  private func session(
    drawn: Bool = true, failure: (any Error)? = nil, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Only> {
    try await TestSession(
      Application<Only>("image", title: "Image", root: .image) { _ in
        ImageController(
          title: "Photo", help: "Install something.",
          draw: { image, mode in
            guard drawn else { return nil }
            let line = "\(image.bytes.count) in \(mode.rows)x\(mode.columns)"
            return Array(
              repeating: line + (mode.drawsDark ? " dark" : " bright"), count: mode.rows)
          }
        ) { load in
          if let failure { throw failure }
          load.show(StillImage(title: "cat.png", facts: ["image/png", "2 × 3"], bytes: Self.png))
        }
      }, size: size)
  }

  @Test("An image fills the screen above its facts") func itFillsTheScreenAndSaysWhatItIs()
    async throws
  {
    let session = try await session()
    try session.expect("24 in 21x78 dark")
    try session.expect("image/png · 2 × 3")
    try session.expect("cat.png")
  }

  @Test("An image is drawn anew for another window size") func anotherWindowDrawsItAnew()
    async throws
  {
    let session = try await session()
    await session.send(.resize(Size(rows: 10, columns: 40)))
    try session.expect("24 in 7x38 dark")
  }

  @Test("An inverted image stays inverted after a kill") func itIsInvertedAndComesBackSo()
    async throws
  {
    let session = try await session()
    await session.press("i")
    try session.expect("bright")
    try await session.killAndRelaunch()
    try session.expect("bright")
  }

  @MainActor private final class Source { var isAway = false }

  @Test("An image that fails to load shows the error") func aFailureIsSaid() async throws {
    let session = try await session(failure: TestError())
    try session.expect("✕ Loading failed")
  }

  @Test("The restoration law holds for an image in characters", arguments: [true, false])
  func everyEventIsRestored(drawn: Bool) async throws {
    let application = Application<Only>("image", title: "Image", root: .image) { _ in
      ImageController(
        title: "Photo", draw: { drawn ? ["\($0.bytes) \($1)"] : nil }
      ) { $0.show(StillImage(title: "cat.png", facts: [], bytes: Self.png)) }
    }
    try await assertRestorable(application, script: .random(seed: 5, count: 150))
  }

  // MARK: Graphics

  /// A PNG's beginning, which says 160 × 96 pixels.
  nonisolated private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 160, 0, 0, 0, 96]
  /// A GIF's beginning, which says the same.
  nonisolated private static let gif: [UInt8] = Array("GIF89a".utf8) + [160, 0, 96, 0]
  nonisolated private static let cell = PixelSize(width: 10, height: 20)

  /// An image on a terminal with graphics; the characters are dots, if there are any.
  private func application(
    _ bytes: [UInt8], drawn: Bool = true,
    convert: @escaping @Sendable (StillImage, ImageConversion) async -> [UInt8]? = { _, _ in nil }
  ) -> Application<Only> {
    Application<Only>("image", title: "Image", root: .image) { _ in
      ImageController(
        title: "Photo", help: "Install something.",
        draw: { _, mode in
          drawn
            ? Array(repeating: String(repeating: ".", count: mode.columns), count: mode.rows)
            : nil
        }, convert: convert
      ) { $0.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: bytes)) }
    }
  }

  @Test(
    "A terminal with graphics gets the image's file", arguments: [.kitty, .iTerm] as [Graphics])
  func aTerminalWithGraphicsGetsTheFile(graphics: Graphics) async throws {
    let session = try await TestSession(application(Self.png), graphics: graphics)
    let placed = try #require(session.frame.images.first)
    #expect(placed.image == GraphicImage(file: Self.png))
    // 21 rows are free, and 160 by 96 pixels are 70 by 21 cells twice as high as wide.
    #expect(placed.area == Area(row: 1, column: 1, rows: 21, columns: 70))
    try session.expect("image/png")
    try session.expect(String(repeating: ".", count: 70))
    try session.expectNo(String(repeating: ".", count: 71))
  }

  @Test("An image with graphics can't be inverted, one in characters can")
  func theTextIsTheSameWithoutGraphicsAndNoKeyInvertsAnImage() async throws {
    let session = try await TestSession(application(Self.png), graphics: .kitty)
    try session.expectNo("invert")
    session.terminal.take(nil)
    await session.send(.focus(true))
    #expect(session.frame.images.isEmpty)
    try session.expect(String(repeating: ".", count: 78))
    try session.expect("invert")
  }

  @Test("An image uses graphics once the terminal reports them")
  func theAnswerMayComeWhileTheImageIsThere() async throws {
    let session = try await TestSession(application(Self.png))
    #expect(session.frame.images.isEmpty)
    session.terminal.take(.kitty)
    await session.send(.focus(true))
    #expect(session.frame.images.count == 1)
    await session.send(.resize(Size(rows: 10, columns: 40)))
    #expect(session.frame.images.map(\.area.rows) == [7])
  }

  @Test("An image that loads while graphics are detected uses them")
  func theAnswerMayComeWhileTheImageIsLoaded() async throws {
    let gate = Turnstile(isOpen: false)
    let application = Application<Only>("image", title: "Image", root: .image) { _ in
      ImageController(title: "Photo", draw: { _, _ in nil }) { load in
        load.show(StillImage(title: "old", facts: [], bytes: [1]))
        await gate.wait()
        load.show(StillImage(title: "cat.png", facts: ["the new one"], bytes: Self.png))
      }
    }
    let session = try await TestSession(application, isEndless: true)
    session.terminal.take(.kitty)
    await session.send(.focus(true))
    gate.open()
    try await session.wait(for: "the new one")
    #expect(session.frame.images.count == 1)
  }

  @Test("An image with graphics needs no program for characters")
  func whatNoProgramDrawsIsDescribedUnderTheImage() async throws {
    let session = try await TestSession(application(Self.png, drawn: false), graphics: .kitty)
    #expect(session.frame.images.count == 1)
    try session.expect("cat.png")
    try session.expectNo("Install something.")
  }

  @Test("A GIF is converted once for Kitty graphics, and not for iTerm")
  func anotherFileIsConvertedForKitty() async throws {
    let asked = Asked()
    let application = application(Self.gif) { image, wanted in
      asked.note(wanted)
      return Array("\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{1B}\\".utf8)
    }
    let session = try await TestSession(application, graphics: .kitty)
    #expect(session.frame.images.map(\.area) == [Area(row: 1, column: 1, rows: 21, columns: 70)])
    // Not more pixels than it has: 160 × 96, in cells of 8 × 8.
    #expect(asked.all == [ImageConversion(form: .kitty, rows: 12, columns: 20)])
    #expect(try await TestSession(application, graphics: .iTerm).frame.images.count == 1)
    #expect(asked.all.count == 1)
  }

  @Test("An image is converted to sixels at the size of the cells", arguments: [8, 10])
  func sixelsAreAskedForAtTheSizeOfTheCells(side: Int) async throws {
    let asked = Asked()
    let application = application(Self.png) { _, wanted in
      asked.note(wanted)
      let size = "\(wanted.columns * side);\(wanted.rows * side)"
      return Array("\u{1B}Pq\"1;1;\(size)~\u{1B}\\".utf8)
    }
    let session = try await TestSession(application, graphics: .sixel(cell: Self.cell))
    let placed = try #require(session.frame.images.first)
    // 420 pixels in 21 rows of 20, and 160 × 96 are four times enlarged at most: 640 × 384.
    #expect(placed.image.size.width <= 640 && placed.image.size.width > 600)
    #expect(placed.image.size.height <= 384 && placed.image.size.height > 360)
    #expect(placed.area.columns == (placed.image.size.width + 9) / 10)
    #expect(placed.area.rows == (placed.image.size.height + 19) / 20)
    #expect(asked.all.count == (side == 8 ? 1 : 2))
  }

  @Test(
    "An image whose conversion fails is drawn in characters",
    arguments: ["", "\u{1B}[2J", "\u{1B}Pq\"1;1;9000;9000~\u{1B}\\"])
  func whatAProgramDoesNotConvertStaysInCharacters(output: String) async throws {
    let application = application(Self.png) { _, _ in Array(output.utf8) }
    let session = try await TestSession(application, graphics: .sixel(cell: Self.cell))
    #expect(session.frame.images.isEmpty)
    try session.expect("......")
  }

  @Test func anImageOfTwentyMebibytesIsNotDrawn() async throws {
    let file = Self.png + [UInt8](repeating: 0, count: 20 << 20)
    let session = try await TestSession(application(file), graphics: .kitty)
    #expect(session.frame.images.isEmpty)
    try session.expect("Images of more than 16 MiB aren't drawn.")
    try session.expect("cat.png")
  }

  /// A PNG's beginning, which says that it has so many pixels.
  nonisolated private static func png(width: UInt32, height: UInt32) -> [UInt8] {
    let numbers = [width, height].flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return png.dropLast(8) + numbers
  }

  @Test(
    "An image of more than 40 megapixels isn't drawn",
    arguments: [
      (png(width: 60_000, height: 60_000), "Images of more than 40 megapixels aren't drawn."),
      (png(width: 8_000, height: 5_001), "Images of more than 40 megapixels aren't drawn."),
      (png(width: .max, height: .max), "Images of more than 40 megapixels aren't drawn."),
    ])
  func noProgramGetsAFileThatMayHaveAnyNumberOfPixels(file: [UInt8], sentence: String) async throws
  {
    let asked = Asked()
    let application = application(file) { _, wanted in
      asked.note(wanted)
      return nil
    }
    for graphics in [nil, .kitty, .sixel(cell: Self.cell)] as [Graphics?] {
      let session = try await TestSession(application, graphics: graphics)
      #expect(session.frame.images.isEmpty)
      try session.expect(sentence)
      try session.expect("cat.png")
      try session.expectNo("....")
    }
    #expect(asked.all.isEmpty)
  }

  @Test(
    "An image of 40 megapixels, or of unknown size, is drawn",
    arguments: [png(width: 8_000, height: 5_000), Array("RIFF0000WEBP".utf8)])
  func othersAreDrawn(file: [UInt8]) async throws {
    let session = try await TestSession(application(file))
    try session.expect("....")
  }

  @Test(
    "A file that is no image says so, whatever it is called",
    arguments: [
      ("Not found.\n", "This isn't an image: its contents are text."),
      ("%PDF-1.7\u{0}", "This isn't an image but a PDF."),
    ])
  func noImage(contents: String, sentence: String) async throws {
    let session = try await TestSession(application(Array(contents.utf8)))
    try session.expect(sentence)
    try session.expectNo("....")
  }

  @Test(
    "The restoration law holds for an image with graphics",
    arguments: [nil, .kitty, .sixel(cell: cell)] as [Graphics?])
  func imagesAreRestored(graphics: Graphics?) async throws {
    let application = application(Self.png) { _, wanted in
      let size = "\(wanted.columns * 8);\(wanted.rows * 8)"
      return Array("\u{1B}Pq\"1;1;\(size)~\u{1B}\\".utf8)
    }
    try await assertRestorable(
      application, graphics: graphics, script: .random(seed: 6, count: 100))
  }
}

/// The conversions that were asked for.
private final class Asked: Sendable {
  private let conversions = Mutex<[ImageConversion]>([])

  func note(_ conversion: ImageConversion) { conversions.withLock { $0.append(conversion) } }

  var all: [ImageConversion] { conversions.withLock { $0 } }
}
