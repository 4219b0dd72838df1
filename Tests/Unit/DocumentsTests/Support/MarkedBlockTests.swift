import Testing

@testable import Documents

/// Lines of ours in a file of the person's.
@Suite struct MarkedBlockTests {
  private let block = MarkedBlock(owner: "x")
  private let first = "# x: begin. “x unregister” removes this."

  private func added(_ lines: [String], to text: String) -> String {
    String(decoding: block.added(lines, to: Array(text.utf8)), as: UTF8.self)
  }

  private func removed(from text: String) -> String {
    String(decoding: block.removed(from: Array(text.utf8)), as: UTF8.self)
  }

  @Test("Marked block is appended and removed", arguments: ["", "mine\n", "mine"])
  func theyComeAtTheEndAndGoAgain(text: String) {
    let all = added(["one", "two"], to: text)
    let own = text.isEmpty ? "" : "mine\n"
    #expect(all == "\(own)\(first)\none\ntwo\n# x: end.\n")
    #expect(block.lines(in: Array(all.utf8)) == ["one", "two"])
    #expect(removed(from: all) == own)
    #expect(removed(from: all + "later\n") == own + "later\n")
  }

  @Test("Marked block is replaced by a new one") func thoseFromBeforeAreReplaced() {
    let once = added(["one"], to: "mine\n")
    #expect(added(["two"], to: once) == added(["two"], to: "mine\n"))
    #expect(added([], to: once) == "mine\n")
  }

  @Test("Marked block that is incomplete or foreign stays") func whatIsNotAWholeBlockOfOursStays() {
    for text in [
      "\(first)\none\n", "# x: end.\n\(first)\none\n", "# y: begin.\none\n# y: end.\n", "mine",
    ] {
      #expect(removed(from: text) == text)
      #expect(block.lines(in: Array(text.utf8)) == nil)
    }
  }
}
