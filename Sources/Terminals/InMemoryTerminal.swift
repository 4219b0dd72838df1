/// A terminal in memory for tests, which send events to it and inspect the frames it shows.
@MainActor public final class InMemoryTerminal: Terminal {
  /// The size, changed by sending a `.resize` event.
  public private(set) var size: Size
  /// The protocol in which the terminal accepts images, or `nil` if it shows only text.
  public private(set) var graphics: Graphics?
  /// The last frame shown, clipped to the terminal's size.
  public private(set) var frame: Frame
  /// The number of frames shown.
  public private(set) var frameCount = 0
  /// The texts copied to the clipboard, sanitized, oldest first.
  public private(set) var copies: [String] = []
  private var waiting: [Event] = []

  /// Creates a terminal with a blank frame.
  /// ```swift
  /// let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
  /// terminal.send(.key("q"))
  /// ```
  ///
  /// - Parameters:
  ///   - size: The initial size.
  ///   - graphics: The protocol in which the terminal accepts images, or `nil` for only text.
  public init(size: Size, graphics: Graphics? = nil) {
    self.size = size
    self.graphics = graphics
    frame = Frame(size: size)
  }

  /// Stores the frame, clipped to the terminal's size, and counts it.
  public func show(_ frame: Frame) {
    self.frame = frame.clipped(to: size)
    frameCount += 1
  }

  /// Returns the events sent since the last call.
  public func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  /// Does nothing, because every frame is stored completely.
  public func invalidate() {}

  /// Sanitizes the text and adds it to `copies`.
  @discardableResult public func copy(_ text: String) -> CopyResult {
    copies.append(SafeText.copyable(text))
    return .copied
  }

  /// Changes the image protocol, as a terminal does once it has replied; `nil` turns images off.
  /// The next `readEvents()` reports it as a `.resize`.
  public func take(_ graphics: Graphics?) {
    self.graphics = graphics
    send(.resize(size))
  }

  /// Queues an event for the next `readEvents()`.
  public func send(_ event: Event) {
    if case .resize(let size) = event { self.size = size }
    waiting.append(event)
  }
}
