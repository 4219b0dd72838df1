import Screens
import Terminals
import Testing

@MainActor @Suite struct KeyBindingTests {
  private let navigator = Navigator(size: Size(rows: 1, columns: 1)) { _ in }

  @Test("Key bindings name their keys as on the keyboard")
  func keysAreNamedAsTheyStandOnTheKeyboard() {
    let binding = KeyBinding(.enter, .right, "l", .control("q"), " ", help: "x") { _ in }
    #expect(binding.keyNames == "Enter, →, l, Ctrl-Q, Space")
  }

  @Test("The first of two bindings of a key is performed") func theFirstBindingOfAKeyCounts() {
    var done: [String] = []
    let bindings = [
      KeyBinding("a", "b", help: "one") { _ in done.append("one") },
      KeyBinding("b", "c", help: "two") { _ in done.append("two") },
    ]
    for key in ["a", "b", "c"] as [Key] {
      #expect(bindings.perform(.key(key), navigator) == .handled)
    }
    #expect(done == ["one", "one", "two"])
  }

  @Test(
    "Bindings ignore events that aren't their keys",
    arguments: [
      Event.key("x"), .key(.control("a")), .key("A"), .paste("a"), .focus(true),
      .mouse(Mouse(.click, at: Position(row: 0, column: 0))),
    ])
  func whatIsNoKeyOfABindingIsIgnored(event: Event) {
    let bindings = [KeyBinding("a", help: "one") { _ in Issue.record("it was performed") }]
    #expect(bindings.perform(event, navigator) == .ignored)
  }
}
