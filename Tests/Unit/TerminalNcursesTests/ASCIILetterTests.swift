import Testing

@testable import TerminalNcurses

@Suite struct ASCIILetterTests {
  @Test(arguments: zip("●◐■✕›…▲▼─▌↑↓←→", "*o#x>~^v-|^v<>"))
  func eachSignOfTheScreensHasItsLetter(sign: Character, letter: Character) {
    #expect(Character(ASCIILetter.of(sign)) == letter)
  }

  @Test(arguments: ["é", "e\u{301}"] as [Character])
  func aLetterLosesItsAccentHoweverItIsWritten(letter: Character) {
    #expect(ASCIILetter.of(letter) == "e")
  }

  @Test(arguments: zip("⠁⠉⡀⢀⣀⡇⣿⠤⠒⠀", "''...::.' "))
  func dotsOfADrawingBecomeDots(dots: Character, letter: Character) {
    #expect(Character(ASCIILetter.of(dots)) == letter)
  }

  @Test func anythingElseIsAQuestionMark() {
    #expect(ASCIILetter.of("漢") == "?")
    #expect(ASCIILetter.of("\u{1F468}\u{200D}\u{1F469}") == "?")
  }

  @Test func asciiStaysItself() {
    #expect(ASCIILetter.of("~") == "~")
  }
}
