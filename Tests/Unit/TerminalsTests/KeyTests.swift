import Testing

@testable import Terminals

@Suite struct KeyTests {
  @Test(
    "Key names are those of help texts",
    arguments: [
      ("q", "q"), ("Q", "Q"), ("é", "é"), ("?", "?"), (" ", "Space"), (.character("漢"), "漢"),
      (.control("q"), "Ctrl-Q"), (.control(" "), "Ctrl-Space"), (.control("\\"), "Ctrl-\\"),
      (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
      (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"), (.up, "↑"), (.down, "↓"),
      (.left, "←"), (.right, "→"), (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"),
      (.pageDown, "PgDn"), (.function(1), "F1"), (.function(12), "F12"),
      (.alt("b"), "Alt-B"), (.alt(" "), "Alt-Space"), (Key.left.withAlt, "Alt-←"),
      (Key.control("a").withAlt, "Alt-Ctrl-A"),
    ] as [(Key, String)])
  func aKeyIsCalledAsInHelpTexts(key: Key, name: String) {
    #expect(key.description == name)
  }

  @Test func aKeyWithControlIsAnotherKey() {
    #expect(Key.control("q") != "q")
    #expect(Key.control("q") == Key(.character("q"), isControl: true))
  }

  @Test func aKeyWithAltIsAnotherKey() {
    #expect(Key.alt("q") != "q")
    #expect(Key.alt("q") == Key("q").withAlt)
  }

  @Test func aLetterAndItsCapitalAreTwoKeys() {
    #expect(Key("q") != "Q")
  }
}
