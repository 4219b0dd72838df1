import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// What is pasted is text, whatever letters it is made of.
  @Suite struct PasteTests {
    /// The list with a text pasted into its filter.
    private func viewer(filteredBy text: String) async throws -> RealViewer {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("Enter apply", after: "/")
      try viewer.terminal.paste(text)
      return viewer
    }

    @Test func textPastedIntoTheFilterIsTextAndNoKeys() async throws {
      let viewer = try await viewer(filteredBy: "qqq\nsss")
      let filtered = try await viewer.see("No system matches “qqq sss”")
      #expect(filtered.text[0].contains("Virtual systems › /qqq sss"))
      #expect(try await viewer.killAndRelaunch().withoutStatusLine == filtered.withoutStatusLine)
    }

    @Test("Text pasted outside of a field does nothing")
    func textPastedWhereNothingIsTypedDoesNothing() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      try viewer.terminal.paste("q\n?s/")
      // A key behind it tells that the paste has arrived.
      let moved = try await viewer.see("40 systems", selected: "Batch Scheduler", after: .down)
      // The line below the list has the place in it.
      #expect(moved.text.dropLast(2) == list.text.dropLast(2))
    }

    /// It is still coming when the program is stopped, and goes on by itself here, where nobody
    /// could let it go on. Each q would quit.
    @Test("Rest of a paste after Ctrl-Z is no key") func theRestOfAPasteThatAStopCameIntoIsNoKeys()
      async throws
    {
      let home = try TemporaryDirectory()
      let terminal = try PseudoTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [BuiltProgram.path("cloudburst"), "--unplugged"])
      try await terminal.wait(for: "05WAS")
      terminal.forget()
      // That Ctrl-L clears the screen tells that the beginning of the paste was read with it.
      terminal.send("\u{0C}\u{1B}[200~q")
      try await terminal.wait(for: "\u{1B}[2J")
      terminal.kill(SIGTSTP)
      try await waitUntil("it goes on") {
        terminal.send("q")
        try await Task.sleep(for: .milliseconds(1))
        let received = terminal.received
        let left = received.range(of: "\u{1B}[?1049l")
        return left.map { received[$0.upperBound...].contains("05WAS") } ?? false
      }
      terminal.send("q\u{1B}[201~")
      // Behind the end there are keys again.
      terminal.forget()
      terminal.send("\u{0C}")
      try await terminal.wait(for: "05WAS")
      terminal.kill(SIGTERM)
      #expect(try await terminal.end() == 128 + SIGTERM)
    }

    /// Their vowels and conjuncts are letters that join those before them.
    @Test func wordsOfThaiAndHindiAreShownWhole() async throws {
      let viewer = try await viewer(filteredBy: "น้ำ กำ ກຳ कृष्ण श्री क्षिति end")
      let shown = try await viewer.see("end")
      #expect(shown.text[0].contains("/น้ำ กำ ກຳ कृष्ण श्री क्षिति end"))
    }

    @Test func aLongPasteArrivesWhole() async throws {
      let viewer = try await viewer(filteredBy: String(repeating: "long ", count: 150) + "end")
      _ = try await viewer.see("long end")
    }
  }
}
