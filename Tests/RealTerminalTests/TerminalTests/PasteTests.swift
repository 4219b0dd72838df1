import Reprise
import RepriseTesting
import Testing

extension RealTerminalTests {
  /// What is pasted is text, whatever letters it is made of.
  @Suite struct PasteTests {
    /// The list with a text pasted into its filter.
    private func viewer(filteredBy text: String) async throws -> RealViewer {
      let viewer = try RealViewer()
      _ = try await viewer.see("14 systems")
      _ = try await viewer.see("Enter apply", after: "/")
      try viewer.terminal.paste(text)
      return viewer
    }

    @Test func textPastedIntoTheFilterIsTextAndNoKeys() async throws {
      let viewer = try await viewer(filteredBy: "q\ns")
      let filtered = try await viewer.see("No system matches “q s”")
      #expect(filtered.text[0].contains("Virtual systems › /q s"))
      #expect(try await viewer.killAndRelaunch().withoutStatusLine == filtered.withoutStatusLine)
    }

    @Test func textPastedWhereNothingIsTypedDoesNothing() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("14 systems")
      try viewer.terminal.paste("q\n?s/")
      // A key behind it tells that the paste has arrived.
      let moved = try await viewer.see("14 systems", selected: "capodanno", after: .down)
      #expect(moved.text == list.text)
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
