import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A terminal sends Alt with a key as an Escape right before it. That is never Back and the key.
  @Suite struct AltKeyTests {
    @Test(
      "Alt key without a binding does nothing",
      arguments: ["\u{1B}j", "\u{1B}q", "\u{1B}é", "\u{1B}\u{1B}OB", "\u{1B}[1;3C"])
    func anUnboundKeyWithAltDoesNothing(bytes: String) async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("id 59", after: .enter)
      let detail = try await viewer.terminal.waitUntilQuiet()
      try viewer.terminal.send(bytes: Array(bytes.utf8))
      // A key behind it tells that it has arrived.
      let help = try await viewer.see("› Help", after: "?")
      #expect(help.text[0].contains("05WAS"))
      _ = try await viewer.see("id 59", after: .escape)
      #expect(try await viewer.terminal.waitUntilQuiet().text[1] == detail.text[1])
    }

    @Test("Alt-B and Alt-D in a filter move and delete by words") func inAFilterItMovesByWords()
      async throws
    {
      let viewer = try RealViewer()
      _ = try await viewer.see("2 of 40", after: Array("/single server".map { Key.character($0) }))
      try viewer.terminal.send(bytes: [0x1B, 0x62])
      _ = try await viewer.see("› /single xserver", after: "x")
      try viewer.terminal.send(bytes: [0x1B, 0x64])
      _ = try await viewer.see("› /single x ")
    }

    @Test("Escape key alone leaves the filter") func escapeAloneIsStillItself() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("5 of 40", after: "/", "w", "a", "s")
      _ = try await viewer.see("40 systems", after: .escape)
      _ = try await viewer.see("40 systems", selected: "Batch Scheduler", after: "j")
    }
  }
}
