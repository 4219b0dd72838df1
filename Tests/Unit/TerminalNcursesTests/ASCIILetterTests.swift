import Testing

@testable import TerminalNcurses

@Suite struct ASCIILetterTests {
  @Test(
    "ASCII mode has a letter for each symbol of the screens",
    arguments: zip("●◐■✕›…▲▼─▌↑↓←→", "*o#x>~^v-|^v<>"))
  func eachSignOfTheScreensHasItsLetter(sign: Character, letter: Character) {
    #expect(Character(ASCIILetter.of(sign)) == letter)
  }

  @Test("ASCII mode drops the accent of a letter", arguments: ["é", "e\u{301}"] as [Character])
  func aLetterLosesItsAccentHoweverItIsWritten(letter: Character) {
    #expect(ASCIILetter.of(letter) == "e")
  }

  @Test("ASCII mode shows braille dots as dots", arguments: zip("⠁⠉⡀⢀⣀⡇⣿⠤⠒⠀", "''...::.' "))
  func dotsOfADrawingBecomeDots(dots: Character, letter: Character) {
    #expect(Character(ASCIILetter.of(dots)) == letter)
  }

  @Test("ASCII mode shows other characters as a question mark") func anythingElseIsAQuestionMark() {
    #expect(ASCIILetter.of("漢") == "?")
    #expect(ASCIILetter.of("\u{1F468}\u{200D}\u{1F469}") == "?")
  }

  @Test("ASCII mode leaves ASCII as it is") func asciiStaysItself() {
    #expect(ASCIILetter.of("~") == "~")
  }
}
