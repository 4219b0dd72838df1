import Testing

@testable import Terminals

@MainActor @Suite struct InMemoryTerminalTests {
  private let terminal = InMemoryTerminal(size: Size(rows: 2, columns: 5))

  private func frame(_ text: String, rows: Int = 2, columns: Int = 5) -> Frame {
    var canvas = Canvas(size: Size(rows: rows, columns: columns))
    canvas.write(text, row: 0)
    return canvas.picture
  }

  @Test("In-memory terminal is blank at first") func itBeginsBlank() {
    #expect(terminal.frame == Frame(size: Size(rows: 2, columns: 5)))
    #expect(terminal.frameCount == 0)
    #expect(terminal.readEvents().isEmpty)
    #expect(terminal.copies.isEmpty)
  }

  @Test("In-memory terminal keeps the last frame and counts all")
  func itRemembersTheLastFrameAndCountsAll() {
    terminal.show(frame("one"))
    terminal.show(frame("two"))
    #expect(terminal.frame == frame("two"))
    #expect(terminal.frameCount == 2)
  }

  @Test("In-memory terminal clips frames of another size") func aFrameOfAnotherSizeIsClipped() {
    terminal.show(frame("too wide", rows: 3, columns: 9))
    #expect(terminal.frame.size == terminal.size)
    #expect(terminal.frame.text == "too w\n")
    terminal.show(frame("ab", rows: 1, columns: 2))
    #expect(terminal.frame == frame("ab"))
  }

  @Test("In-memory terminal returns events once, oldest first") func eventsAreReadOnceOldestFirst()
  {
    let events: [Event] = [
      .key("a"), .paste("\u{1B}[201~"), .focus(false),
      .mouse(Mouse(.doubleClick, at: Position(row: 1, column: 2))),
    ]
    events.forEach(terminal.send)
    #expect(terminal.readEvents() == events)
    #expect(terminal.readEvents().isEmpty)
  }

  @Test("In-memory terminal resizes at once and sends an event")
  func resizingChangesTheSizeAtOnceAndIsAnEvent() {
    let size = Size(rows: 3, columns: 7)
    terminal.send(.resize(size))
    #expect(terminal.size == size)
    #expect(terminal.readEvents() == [.resize(size)])
    terminal.show(frame("wider", rows: 3, columns: 7))
    #expect(terminal.frame.size == size)
  }

  @Test("In-memory terminal keeps copies, oldest first") func copiesAreKeptOldestFirst() {
    terminal.copy("one")
    terminal.copy("two")
    #expect(terminal.copies == ["one", "two"])
  }

  @Test("In-memory terminal keeps its frame when invalidated")
  func invalidatingChangesNothingThatIsRemembered() {
    terminal.show(frame("one"))
    terminal.invalidate()
    #expect(terminal.frame == frame("one"))
    #expect(terminal.frameCount == 1)
  }
}
