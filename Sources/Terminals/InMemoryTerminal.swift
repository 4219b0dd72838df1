/// A terminal that is only remembered: tests press its keys and read its picture.
@MainActor public final class InMemoryTerminal: Terminal {
  public private(set) var size: Size
  /// The last frame shown, clipped to the terminal's size.
  public private(set) var frame: Frame
  /// How many frames were shown.
  public private(set) var frameCount = 0
  /// What was copied to the clipboard, oldest first.
  public private(set) var copies: [String] = []
  private var waiting: [Event] = []

  public init(size: Size) {
    self.size = size
    frame = Frame(size: size)
  }

  public func show(_ frame: Frame) {
    self.frame = frame.clipped(to: size)
    frameCount += 1
  }

  public func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  public func invalidate() {}

  @discardableResult public func copy(_ text: String) -> Copying {
    copies.append(text)
    return .taken
  }

  /// Lets something happen at the terminal. It is delivered with the next `readEvents()`.
  public func send(_ event: Event) {
    if case .resize(let size) = event { self.size = size }
    waiting.append(event)
  }
}
