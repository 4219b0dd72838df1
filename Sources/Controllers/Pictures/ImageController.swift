public import Restoration
public import Screens
public import Terminals

/// The state of an image screen that a session saves.
public struct ImageState: RestorableState {
  /// Whether characters are drawn for the bright areas of the image, and dark areas are left blank.
  /// If `false`, characters are drawn for the dark areas.
  public var drawsBright = false
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of an image.
  public init() {}
}

/// A screen that shows an image. If the terminal supports graphics, it displays the image itself.
/// Otherwise an external program draws the image in characters; if that is impossible, only facts
/// such as type and size are shown.
///
/// The characters are always drawn, beneath the image too, for terminals without graphics and for
/// tests.
@MainActor public final class ImageController: Screen {
  public var state = ImageState()

  private let draw: @Sendable (StillImage, ImageMode) async -> [String]?
  private let convert: @Sendable (StillImage, ImageConversion) async -> [UInt8]?
  private let help: String
  let configuration: LoadConfiguration<StillImage>
  let loader = Loader<StillImage>()
  /// The terminal may report another size or protocol while the image is loading.
  private var viewport: Viewport?
  private var drawn: Drawn?

  /// The space and protocol for an image.
  private struct Viewport: Equatable {
    let size: Size
    let graphics: Graphics?

    @MainActor init(_ navigator: Navigator) {
      size = navigator.size
      graphics = navigator.graphics
    }
  }

  private struct Drawn {
    let image: StillImage
    let mode: ImageMode
    let graphics: Graphics?
    /// The image in characters; empty if no program could draw it.
    var lines: [String] = []
    /// The image itself; `nil` if the terminal doesn't support it.
    var ready: ImageGraphics?
    /// Why no program is run; `nil` if one was.
    var refusal: String?
  }

  /// The unit is bytes; decoding needs many times as much memory.
  static let limit = 16 << 20
  /// Protects against decompression bombs: 1 KiB may declare 60,000 × 60,000 pixels.
  static let mostPixels = 40_000_000

  /// Creates a screen with an image.
  ///
  /// ```swift
  /// let draw = { image, mode in await chafa.lines(of: image.bytes, mode) }
  /// ImageController(title: "Photo", draw: draw) { load in
  ///   load.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: try await disk.bytes))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the image is loaded.
  ///   - provenance: The source and status of the image, shown until a load passes another
  ///     provenance.
  ///   - bindings: Key bindings that the application adds. The help lists them first.
  ///   - isRefreshable: Whether loading again can return new data. If `false`, there is no key to
  ///     refresh.
  ///   - refreshInterval: The number of seconds between automatic reloads; with `nil`, only certain
  ///     failed loads are retried.
  ///   - help: The sentence shown if the image can't be drawn.
  ///   - draw: Draws the image as lines of text within the mode's rows and columns; `nil` if it
  ///     can't. Called again when the window size or the mode changes.
  ///   - convert: Converts a file that the terminal can't read into a supported form; `nil` if it
  ///     can't. The output is validated before it is sent to the terminal.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker.
  ///   - source: Shows the image with `load.show`, or throws.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    help: String = "It can't be drawn here.",
    draw: @escaping @Sendable (StillImage, ImageMode) async -> [String]?,
    convert: @escaping @Sendable (StillImage, ImageConversion) async -> [UInt8]? = { _, _ in nil },
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<StillImage>) async throws -> Void
  ) {
    self.help = help
    self.draw = draw
    self.convert = convert
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: { refreshInterval }, onResult: onResult, source: source)
  }

  private var image: StillImage? { loader.content }
  public var title: String { image?.title ?? configuration.title }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    viewport = Viewport(navigator)
    await loadContent(loadReason, navigator)
    if image != nil { navigator.queryGraphics() }
    await redraw()
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    pass(result, navigator)
  }

  private func redraw() async {
    guard let image, let viewport else { return }
    let mode = mode(viewport.size)
    let isDrawn =
      drawn?.mode == mode && drawn?.graphics == viewport.graphics && drawn?.image == image
    guard !isDrawn, mode.rows > 0, mode.columns > 0 else { return }
    var made = Drawn(image: image, mode: mode, graphics: viewport.graphics)
    made.refusal = ImageController.refusal(of: image.bytes)
    if made.refusal == nil {
      made.lines = await draw(image, mode) ?? []
      if let graphics = viewport.graphics {
        let (rows, columns) = (mode.rows, mode.columns)
        made.ready = ImageGraphics(image, rows: rows, columns: columns, for: graphics)
        if made.ready == nil {
          made.ready = await ImageGraphics.converted(
            image, rows: rows, columns: columns, for: graphics, by: convert)
        }
      }
    }
    if !Task.isCancelled, image == self.image, viewport == self.viewport { drawn = made }
  }

  private static func refusal(of file: [UInt8]) -> String? {
    if isText(file) { return "This isn't an image: its contents are text." }
    if file.starts(with: Array("%PDF-".utf8)) { return "This isn't an image but a PDF." }
    if file.count > limit { return "Images of more than \(limit >> 20) MiB aren't drawn." }
    // The pixel size of other formats is unknown; the drawing program's memory is limited instead.
    guard let size = PixelSize(file) else { return nil }
    let (pixels, isBeyond) = size.width.multipliedReportingOverflow(by: size.height)
    guard isBeyond || pixels > mostPixels else { return nil }
    return "Images of more than \(mostPixels / 1_000_000) megapixels aren't drawn."
  }

  /// Returns whether a file is text and not a text-based image (SVG, XPM, XBM, or ASCII PNM).
  private static func isText(_ file: [UInt8]) -> Bool {
    let head = file.prefix(4096)
    guard !head.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) }) else { return false }
    let text = String(decoding: head, as: UTF8.self)
    let images = ["<svg", "/* XPM", "#define ", "RIFF"]
    return !head.isEmpty && !images.contains { text.contains($0) }
      && !["P1", "P2", "P3"].contains(text.prefix(2))
  }

  private func mode(_ size: Size) -> ImageMode {
    ImageMode(
      rows: size.rows - 1, columns: size.columns - 2, drawsDark: !state.drawsBright)
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    var bindings = ownBindings
    if let drawn, !drawn.lines.isEmpty, drawn.ready == nil {
      bindings.append(
        KeyBinding("i", label: "invert", help: "Draw the bright parts, or the dark ones") {
          self.state.drawsBright.toggle()
          self.requestRedraw($0)
        })
    }
    return bindings + [
      KeyBinding("c", label: "copy", help: "Copy what is shown as text") { navigator in
        if let image = self.image {
          let lines = (self.drawn?.lines ?? []) + [self.caption(image)]
          navigator.copy(lines.joined(separator: "\n"))
        }
      }
    ] + refreshBindings
  }

  private func requestRedraw(_ navigator: Navigator) {
    viewport = Viewport(navigator)
    navigator.run("draw") { await self.redraw() }
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if case .resize = event {
      requestRedraw(navigator)
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  // MARK: Drawing

  private func caption(_ image: StillImage) -> String { image.facts.joined(separator: " · ") }

  public func draw(in canvas: inout Canvas) {
    if let problem, drawn == nil {
      return canvas.write(problem.lines(width: canvas.columns - 4, rows: canvas.rows), row: 0)
    }
    guard let drawn else {
      canvas.write("Loading…", row: 0, column: 2, style: .secondary)
      return
    }
    if let ready = drawn.ready {
      let area = Area(
        row: 0, column: 1, rows: ready.cells.rows, columns: ready.cells.columns)
      canvas.within(area) { draw(drawn, in: &$0) }
      canvas.show(ready.image, in: area)
      return drawCaption(drawn.image, in: &canvas)
    }
    guard drawn.lines.isEmpty else {
      let columns = canvas.columns - 1
      canvas.within(Area(row: 0, column: 1, rows: canvas.rows - 1, columns: columns)) {
        draw(drawn, in: &$0)
      }
      return drawCaption(drawn.image, in: &canvas)
    }
    let last = drawn.refusal ?? help
    let image = drawn.image
    let lines = [image.title] + image.facts + ["", last]
    for (row, text) in lines.flatMap({ Wrapping.lines(of: $0, width: canvas.columns - 5) })
      .enumerated()
    {
      let style: Style = row == 0 ? .title : row > image.facts.count ? .secondary : .text
      canvas.write(text, row: row + 1, column: 3, style: style, limit: canvas.columns - 5)
    }
  }

  private func draw(_ drawn: Drawn, in canvas: inout Canvas) {
    let image = drawn.image
    let lines = drawn.lines.isEmpty ? [image.title] + image.facts : drawn.lines
    for (row, line) in lines.enumerated() { canvas.write(line, row: row) }
  }

  private func drawCaption(_ image: StillImage, in canvas: inout Canvas) {
    let text = problem.map { "✕ \($0.text)" } ?? caption(image)
    canvas.write(
      text, row: canvas.rows - 1, column: 1, style: problem == nil ? .secondary : .bad,
      limit: canvas.columns - 2)
  }
}

extension ImageController: ContentLoading, ErrorReporting {}

extension ImageState: ErrorPresenting {}
