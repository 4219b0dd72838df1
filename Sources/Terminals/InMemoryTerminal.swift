/// A terminal in memory: tests press its keys and read its picture.
@MainActor public final class InMemoryTerminal: Terminal {
  /// The size; a `.resize` event that is sent changes it.
  public private(set) var size: Size
  /// The last frame shown, clipped to the terminal's size.
  public private(set) var frame: Frame
  /// The number of frames shown.
  public private(set) var frameCount = 0
  /// The texts copied to the clipboard, oldest first.
  public private(set) var copies: [String] = []
  private var waiting: [Event] = []

  /// Creates a terminal with a blank picture.
  /// ```swift
  /// let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
  /// terminal.send(.key("q"))
  /// ```
  public init(size: Size) {
    self.size = size
    frame = Frame(size: size)
  }

  /// Takes over a frame, and counts it.
  public func show(_ frame: Frame) {
    self.frame = frame.clipped(to: size)
    frameCount += 1
  }

  /// Returns the events sent since the last call.
  public func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  /// Does nothing: every frame is shown whole.
  public func invalidate() {}

  /// Adds a text to `copies`.
  @discardableResult public func copy(_ text: String) -> Copying {
    copies.append(text)
    return .taken
  }

  /// Sends an event, which the next `readEvents()` returns.
  public func send(_ event: Event) {
    if case .resize(let size) = event { self.size = size }
    waiting.append(event)
  }
}
