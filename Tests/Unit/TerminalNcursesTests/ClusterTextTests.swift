import Testing

@testable import TerminalNcurses

@Suite struct ClusterTextTests {
  /// A C library of which only these opinions are known.
  private let text = ClusterText { scalar in
    switch scalar.value {
    case 0x300...0x36F, 0x94D, 0xE49, 0x1161, 0x11A8: 0
    case 0x4E00...0x9FFF, 0x1100, 0x1F300...0x1F64F: 2
    case 0x1FAEA: -1
    default: 1
    }
  }

  private func shown(_ character: Character, _ width: Int) -> String {
    String(String.UnicodeScalarView(text.scalars(of: character, width: width)))
  }

  @Test(
    "Cluster of agreed width is painted whole",
    arguments: [
      ("é", 1), ("漢", 2), ("a\u{301}\u{302}", 1), ("\u{1100}\u{1161}\u{11A8}", 2),
    ]) func whatAllAgreeOnIsSpeltInFull(character: Character, width: Int)
  {
    #expect(shown(character, width).unicodeScalars.elementsEqual(character.unicodeScalars))
  }

  @Test("Cluster with a spacing vowel sign is painted whole") func aVowelSignThatTakesACellIsKept()
  {
    #expect(shown("\u{928}\u{93F}", 2) == "\u{928}\u{93F}")
  }

  @Test(
    "Cluster with a joining letter is painted whole",
    arguments: ["ก\u{E33}", "น\u{E49}\u{E33}", "ກ\u{EB3}", "ष\u{94D}ण"])
  func aLetterThatJoinsTheOneBeforeItIsKept(text: String) throws {
    let cluster = try #require(text.first)
    #expect(text.count == 1)
    #expect(shown(cluster, 2).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Emoji family is painted as its first member") func aFamilyIsShownAsItsFirstMember() {
    #expect(shown("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2) == "\u{1F468}")
  }

  @Test("Emoji of a narrow symbol is painted narrow") func anEmojiOfANarrowSignIsShownNarrow() {
    #expect(shown("\u{2764}\u{FE0F}", 2) == "\u{2764}")
  }

  @Test("Emoji flag is painted as its letters") func aFlagIsShownAsItsLetters() {
    #expect(shown("🇮🇹", 2) == "IT")
    #expect(shown("🇮🇹\u{301}", 2) == "IT")
    #expect(shown("\u{1F1EE}\u{301}", 2) == "I")
    #expect(text.onlyScalar(of: "\u{1F1EE}", width: 2) == nil)
  }

  @Test("Cluster unknown to ncurses or wider there is replaced")
  func whatTheLibraryDoesNotKnowOrThinksWiderIsReplaced() {
    #expect(shown("\u{1FAEA}", 2) == "\u{FFFD}")
    #expect(shown("漢", 1) == "\u{FFFD}")
  }

  @Test("Cluster of one scalar of the right width is painted directly")
  func aSingleScalarOfTheRightWidthNeedsNoSpelling() {
    #expect(text.onlyScalar(of: "漢", width: 2) == "漢")
    #expect(text.onlyScalar(of: "漢", width: 1) == nil)
    #expect(text.onlyScalar(of: "a\u{301}\u{302}", width: 1) == nil)
  }
}
