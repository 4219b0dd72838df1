import Reprise
import RepriseTesting
import Testing

extension RealTerminalTests {
  /// Mouse and clipboard, as the terminal itself has them.
  @Suite struct MouseTests {
    @Test func aClickSelectsAndADoubleClickOpens() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("14 systems")
      let row = try #require(list.text.firstIndex { $0.contains("LucaV") })
      try viewer.terminal.send(Mouse(.click, at: Position(row: row, column: 10)))
      _ = try await viewer.see("14 systems", selected: "LucaV")
      try viewer.terminal.send(Mouse(.doubleClick, at: Position(row: row, column: 10)))
      _ = try await viewer.see("id 56")
    }

    @Test func theWheelScrolls() async throws {
      let viewer = try RealViewer(size: Size(rows: 10, columns: 40))
      _ = try await viewer.see("14 systems")
      try viewer.terminal.send(Mouse(.scrollDown, at: Position(row: 5, column: 5)))
      try await viewer.terminal.waitUntilGone("05WAS")
      try viewer.terminal.send(Mouse(.scrollUp, at: Position(row: 5, column: 5)))
      try await viewer.terminal.wait(for: "05WAS")
    }

    @Test func whatIsCopiedIsOnTheTerminalsClipboard() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("14 systems")
      _ = try await viewer.see("Copied.", after: "c")
      #expect(try viewer.terminal.clipboard().hasPrefix("05WASadmin Cloned Lab Virtual System\t"))
    }

    @Test(arguments: ["linux", "vt100"])
    func aTerminalThatCannotCopySaysSo(type: String) async throws {
      let viewer = try RealViewer(environment: ["TERM": type])
      _ = try await viewer.see("14 systems")
      _ = try await viewer.see("This terminal (\(type)) can't copy", after: "c")
      #expect((try? viewer.terminal.clipboard())?.isEmpty != false)
    }
  }
}
