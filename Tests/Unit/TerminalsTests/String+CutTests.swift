import Testing

@testable import Terminals

@Suite struct StringCutTests {
  @Test(
    "Cutting a text in the middle keeps its end",
    arguments: [
      ("elements_014.sdf", 16, "elements_014.sdf"), ("elements_014.sdf", 15, "element…014.sdf"),
      ("elements_014.sdf", 5, "el…df"), ("elements_014.sdf", 4, "elements_014.sdf"),
      ("東京クラスター", 7, "東京…ー"), ("", 8, ""),
    ])
  func theEndStays(text: String, width: Int, cut: String) {
    #expect(text.cutInTheMiddle(to: width) == cut)
  }

  @Test(
    "Text cut in the middle fits its width",
    arguments: [
      "indigo__api__tests__016.sdf", "東京クラスター 🏢 Città di Castello",
      "e\u{301}e\u{301}e\u{301}e\u{301}👩‍👩‍👧e\u{301}e\u{301}x", "\u{1B}[2J\t\u{202E}abc\u{7F}\u{9B}31m",
    ])
  func noPartIsWiderThanItsRoom(text: String) {
    for width in 5...40 {
      let cut = text.cutInTheMiddle(to: width)
      #expect(CellWidth.of(cut) <= width)
      #expect(cut == text || cut.contains("…"))
      // What stands for a control character can't be cut.
      let widest = text.map { CellWidth.of(String($0)) }.max() ?? 0
      #expect(CellWidth.of(cut) > min(width, CellWidth.of(text)) - 2 * widest)
    }
  }
}
