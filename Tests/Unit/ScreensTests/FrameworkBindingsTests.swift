import Terminals
import Testing

@testable import Screens

/// The framework's bindings as values; `FrameworkKeysTests` presses their keys.
@MainActor @Suite struct FrameworkBindingsTests {
  /// Each binding by its keys, with its label if it has one.
  private func names(_ bindings: [KeyBinding]) -> [String] {
    bindings.map { $0.keyNames + ($0.label.map { ": \($0)" } ?? "") }
  }

  @Test("The framework's bindings depend on the position in the stack")
  func whatAScreenHasDependsOnItsPlace() {
    #expect(
      names(FrameworkKeys.bindings(beside: [], in: .init()))
        == ["!, F2", "?, F1: help", "q, Ctrl-Q: quit", "Ctrl-L"])
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: [], in: .init(canGoBack: true, hasMessages: true, canLock: true)))
        == [
          "Esc, ←, Backspace, h: back", "!, F2: messages", "L, F3: lock", "?, F1: help",
          "q, Ctrl-Q: quit", "Ctrl-L",
        ])
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: [], in: .init(canGoBack: true, isHelp: true, isPopup: true)))
        == ["Esc, q, ←, Backspace, h: close", "!, F2", "Ctrl-Q: quit", "Ctrl-L"])
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: [], in: .init(canGoBack: true, isPopup: true, isMessages: true, hasMessages: true)
        ))
        == ["Esc, q, ←, Backspace, h: close", "?, F1: help", "Ctrl-Q: quit", "Ctrl-L"])
  }

  @Test("The framework's bindings while typing are keys that type nothing")
  func whoTypesHasTheKeysThatTypeNothing() {
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: [], in: .init(isTyping: true, canGoBack: true, hasMessages: true, canLock: true)))
        == ["Esc: back", "F2: messages", "F3: lock", "F1: help", "Ctrl-Q: quit", "Ctrl-L"])
  }

  @Test("The framework's bindings leave out the screen's own keys")
  func aKeyOfTheScreensOwnIsTakenAndABindingWithoutKeysIsGone() {
    let own = [KeyBinding("q", "h", .control("l"), help: "own") { _ in }]
    let stop = KeyBinding("x", label: "stop", help: "Stop") { _ in }
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: own, stopping: [stop], in: .init(canGoBack: true)))
        == ["x: stop", "Esc, ←, Backspace: back", "!, F2", "?, F1: help", "Ctrl-Q: quit"])
    #expect(
      names(
        FrameworkKeys.bindings(
          beside: [], stopping: [stop], in: .init(isTyping: true, isHelp: true)))
        == ["F2", "Ctrl-Q: quit", "Ctrl-L"])
  }

  @Test("The help lists lasting bindings and Ctrl-Z") func theHelpNamesWhatStaysAndHowToSuspend() {
    var momentary = KeyBinding("x", help: "Stop it") { _ in }
    momentary.isMomentary = true
    let bindings = [KeyBinding(.enter, "l", help: "Open") { _ in }, momentary]
    #expect(
      FrameworkKeys.help(for: CounterScreen(title: "Ward"), bindings: bindings)
        == .help(
          title: "Ward",
          keys: [
            KeyHelp(keys: "Enter, l", help: "Open"),
            KeyHelp(keys: "Ctrl-Z", help: "Suspend; resume with fg"),
          ]))
  }

  @Test("A moved mouse event is relative to the screen's first row")
  func anEventIsCountedFromTheScreensFirstRow() {
    let click = Event.mouse(Mouse(.click, at: Position(row: 5, column: 3)))
    #expect(click.moved(up: 2) == .mouse(Mouse(.click, at: Position(row: 3, column: 3))))
    #expect(Event.key("a").moved(up: 2) == .key("a"))
  }
}
