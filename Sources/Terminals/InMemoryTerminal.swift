/// A terminal in memory for tests, which send events to it and inspect the frames it shows.
@MainActor public final class InMemoryTerminal: Terminal {
  /// The size of the terminal in cells. Send a `.resize` event to change it.
  public private(set) var size: Size
  /// The protocol in which the terminal accepts images, or `nil` if it shows only text.
  public private(set) var graphics: Graphics?
  /// The frame that was shown last, clipped to the terminal's size.
  public private(set) var frame: Frame
  /// The number of frames that have been shown since the terminal was created.
  public private(set) var frameCount = 0
  /// The texts that have been copied to the clipboard, oldest first, after they were sanitized.
  public private(set) var copies: [String] = []
  private var waiting: [Event] = []

  /// Creates a terminal that shows a blank frame.
  /// ```swift
  /// let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
  /// terminal.send(.key("q"))
  /// ```
  public init(size: Size, graphics: Graphics? = nil) {
    self.size = size
    self.graphics = graphics
    frame = Frame(size: size)
  }

  /// Stores a frame in `frame`, clipped to the terminal's size, and increments `frameCount`.
  public func show(_ frame: Frame) {
    self.frame = frame.clipped(to: size)
    frameCount += 1
  }

  /// Returns the events that were sent since the last call, oldest first.
  public func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  /// Does nothing, because each frame replaces the previous one completely.
  public func invalidate() {}

  /// Sanitizes a text and appends it to `copies`, instead of using a real clipboard.
  @discardableResult public func copy(_ text: String) -> CopyResult {
    copies.append(SafeText.copyable(text))
    return .copied
  }

  /// Changes the protocol in which the terminal accepts images; `nil` turns images off. It
  /// simulates the reply of a real terminal, so the next `readEvents()` includes a `.resize`.
  public func take(_ graphics: Graphics?) {
    self.graphics = graphics
    send(.resize(size))
  }

  /// Adds an event to those that the next `readEvents()` returns.
  public func send(_ event: Event) {
    if case .resize(let size) = event { self.size = size }
    waiting.append(event)
  }
}
