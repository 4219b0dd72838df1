/// A terminal in memory: tests press its keys and read its picture.
@MainActor public final class InMemoryTerminal: Terminal {
  /// The size; a `.resize` event that is sent changes it.
  public private(set) var size: Size
  /// The protocol in which the terminal takes images; nil if it takes none.
  public private(set) var graphics: Graphics?
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
  ///
  /// - Parameters:
  ///   - size: The size, until an event changes it.
  ///   - graphics: The protocol in which the terminal takes images; nil if it takes none.
  public init(size: Size, graphics: Graphics? = nil) {
    self.size = size
    self.graphics = graphics
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
    copies.append(SafeText.copyable(text))
    return .taken
  }

  /// Takes images from now on, or none any more with nil, as a terminal does that has answered; the next `readEvents()` tells.
  public func take(_ graphics: Graphics?) {
    self.graphics = graphics
    send(.resize(size))
  }

  /// Sends an event, which the next `readEvents()` returns.
  public func send(_ event: Event) {
    if case .resize(let size) = event { self.size = size }
    waiting.append(event)
  }
}
