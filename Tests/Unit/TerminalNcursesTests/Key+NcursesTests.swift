import CNcurses
import Terminals
import Testing

@testable import TerminalNcurses

@Suite struct KeyNcursesTests {
  @Test("Enter key has three ncurses codes", arguments: [KEY_ENTER, 0x0A, 0x0D])
  func enterHasThreeCodes(code: Int32) {
    #expect(Key(ncursesCode: code) == .enter)
  }

  @Test("Backspace key has three ncurses codes", arguments: [KEY_BACKSPACE, 0x08, 0x7F])
  func backspaceHasThreeCodes(code: Int32) {
    #expect(Key(ncursesCode: code) == .backspace)
  }

  @Test("Control keys from ncurses codes are lower-case letters")
  func controlKeysAreNamedByTheirSmallLetters() {
    #expect(Key(ncursesCode: 0x11) == .control("q"))
    #expect(Key(ncursesCode: 0x00) == .control(" "))
    #expect(Key(ncursesCode: 0x1D) == .control("]"))
  }

  @Test("Function keys from ncurses codes go to F12") func functionKeysGoToTwelve() {
    #expect(Key(ncursesCode: KEY_F0 + 1) == .function(1))
    #expect(Key(ncursesCode: KEY_F0 + 12) == .function(12))
    #expect(Key(ncursesCode: KEY_F0 + 13) == nil)
  }

  @Test(
    "Character or named key right after Escape is combined with Alt",
    arguments: [0x6A, 0x20, 0xC3, 0x7F, KEY_LEFT, KEY_BACKSPACE, KEY_NPAGE, KEY_MAX + 1, 4999])
  func rightAfterAnEscapeACharacterOrANamedKeyIsHeldTogetherWithAlt(code: Int32) {
    #expect(Key.followsAlt(code))
  }

  @Test(
    "Control key, Enter or resize right after Escape is separate",
    arguments: [0x0D, 0x09, 0x1B, 0x11, KEY_ENTER, KEY_RESIZE, 5000, 5002])
  func whatIsPressedAheadOfTheEscapesEffectIsAKeyOfItsOwn(code: Int32) {
    #expect(!Key.followsAlt(code))
  }

  @Test("Other ncurses codes are no keys", arguments: [KEY_RESIZE, KEY_MOUSE, 5000, -1])
  func otherCodesAreNoKeys(code: Int32) {
    #expect(Key(ncursesCode: code) == nil)
  }
}
