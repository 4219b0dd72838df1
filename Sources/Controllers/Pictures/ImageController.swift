public import Restoration
public import Screens
public import Terminals

/// The saved state of an image.
public struct ImageState: RestorableState {
  /// True if bright parts are drawn, and dark ones left blank.
  public var drawsBright = false
  /// The failure of the last refresh.
  public var problem: Report?

  /// Creates the state of an image that opens for the first time.
  public init() {}
}

/// An image, drawn in characters by whatever program can; where none can, what is known of it.
@MainActor public final class ImageController: Screen {
  public var state = ImageState()

  private let name: String
  private let fixedProvenance: Provenance?
  private let extraBindings: [KeyBinding]
  private let draw: @Sendable (StillImage, ImageManner) async -> [String]?
  private let help: String
  private let source: @MainActor (Load<StillImage>) async throws -> Void
  let loader = Loader<StillImage>()
  /// The image as it was drawn last; no lines if no program could.
  private var drawn: (manner: ImageManner, lines: [String])?

  /// Creates a screen with an image.
  ///
  /// ```swift
  /// ImageController(name: "Photo", draw: { image, manner in await chafa.lines(of: image.bytes, manner) }) { load in
  ///   load.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: try await disk.bytes))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The title until the image is there.
  ///   - provenance: The source of the image, until the load names it.
  ///   - bindings: The application's own keys, named before the others.
  ///   - help: The sentence shown where the image can't be drawn.
  ///   - draw: Draws the image as lines of text, at most as many and as wide as the manner says; nil if it can't be drawn here. Asked again
  ///     when the window changes.
  ///   - source: Shows the image with `load.show`, or throws.
  public init(
    name: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    help: String = "It can't be drawn here.",
    draw: @escaping @Sendable (StillImage, ImageManner) async -> [String]?,
    source: @escaping @MainActor (Load<StillImage>) async throws -> Void
  ) {
    self.name = name
    fixedProvenance = provenance
    extraBindings = bindings
    self.help = help
    self.draw = draw
    self.source = source
  }

  private var image: StillImage? { loader.content }
  var problem: Report? { state.problem }
  var failure: Provenance.Standing? { loader.failure }
  public var title: String { image?.title ?? name }
  public var provenance: Provenance? { loader.provenance(fixedProvenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? { loader.refreshInterval() }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let before = image
    await load(freshness, navigator, from: source)
    if image != before { drawn = nil }
    await redraw(navigator.size)
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if answer == .remedied { navigator.refresh() }
  }

  /// Draws the image for a window of a size, unless it is drawn so already.
  private func redraw(_ size: Size) async {
    guard let image else { return }
    let manner = manner(size)
    guard drawn?.manner != manner, manner.rows > 0, manner.columns > 0 else { return }
    let lines = await draw(image, manner) ?? []
    if !Task.isCancelled, image == self.image { drawn = (manner, lines) }
  }

  /// The manner for a window: a line is left for the facts.
  private func manner(_ size: Size) -> ImageManner {
    ImageManner(
      rows: size.rows - 1, columns: size.columns - 2, drawsDark: !state.drawsBright)
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    var bindings = extraBindings
    if drawn?.lines.isEmpty == false {
      bindings.append(
        KeyBinding("i", label: "invert", help: "Draw the bright parts, or the dark ones") {
          self.state.drawsBright.toggle()
          self.wantDrawing($0)
        })
    }
    return bindings + [
      KeyBinding("c", label: "copy", help: "Copy what is shown as text") { navigator in
        if let image = self.image {
          navigator.copy((self.drawn?.lines ?? []).joined(separator: "\n") + self.words(image))
        }
      },
      KeyBinding("r", label: loader.refreshLabel, help: "Refresh") { $0.refresh() },
    ]
  }

  private func wantDrawing(_ navigator: Navigator) {
    let size = navigator.size
    navigator.run("draw") { await self.redraw(size) }
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if case .resize = event {
      wantDrawing(navigator)
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  // MARK: Drawing

  private func words(_ image: StillImage) -> String { image.facts.joined(separator: " · ") }

  public func draw(in canvas: inout Canvas) {
    if let problem {
      for (row, line) in problem.lines(width: canvas.columns - 4, rows: canvas.rows).enumerated() {
        canvas.write(
          line.text, row: row, column: 2, style: line.style, limit: canvas.columns - 4)
      }
      return
    }
    guard let image, let drawn else {
      canvas.write("Loading…", row: 0, column: 2, style: .secondary)
      return
    }
    for (row, line) in drawn.lines.prefix(canvas.rows - 1).enumerated() {
      canvas.write(line, row: row, column: 1)
    }
    guard drawn.lines.isEmpty else {
      canvas.write(
        words(image), row: canvas.rows - 1, column: 1, style: .secondary,
        limit: canvas.columns - 2)
      return
    }
    let lines = [image.title] + image.facts + ["", help]
    for (row, text) in lines.flatMap({ Wrapping.lines(of: $0, width: canvas.columns - 5) })
      .enumerated()
    {
      let style: Style = row == 0 ? .title : row > image.facts.count ? .secondary : .text
      canvas.write(text, row: row + 1, column: 3, style: style, limit: canvas.columns - 5)
    }
  }
}

extension ImageController: LoadsContent, TellsProblem {}

extension ImageState: ShowsProblem {}
