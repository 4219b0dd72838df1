import Terminals

/// A terminal that counts how often all is to be painted anew, and copies as it is told to.
@MainActor final class CountingTerminal: Terminal {
  let size = Size(rows: 6, columns: 60)
  private(set) var frame = Frame(size: Size(rows: 6, columns: 60))
  private(set) var frameCount = 0
  private(set) var invalidations = 0
  var copying = CopyResult.copied
  private var waiting: [Event] = []

  func show(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  func readEvents() -> [Event] {
    defer { waiting = [] }
    return waiting
  }

  func invalidate() { invalidations += 1 }
  func copy(_ text: String) -> CopyResult { copying }
  func send(_ event: Event) { waiting.append(event) }
}
