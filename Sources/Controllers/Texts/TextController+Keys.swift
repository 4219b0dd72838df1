public import Screens
public import Terminals

extension TextController {
  public var bindings: [KeyBinding] {
    if state.isSearching {
      return [
        KeyBinding(.enter, label: "find", help: "Find it") { navigator in
          self.state.applySearch()
          self.find(1, navigator)
        },
        KeyBinding(.escape, label: "cancel", help: "Stop searching") { _ in
          self.state.endSearch()
        },
      ]
    }
    var bindings = [
      KeyBinding("/", label: "search", help: "Search for a text") { _ in
        self.state.beginSearch()
      }
    ]
    if !state.search.isEmpty {
      bindings += [
        KeyBinding("n", label: "next", help: "Find the next") { self.find(1, $0) },
        KeyBinding("N", help: "Find the one before") { self.find(-1, $0) },
        KeyBinding(.escape, label: "clear", help: "Stop searching") { _ in self.state.endSearch() },
      ]
    }
    return bindings + ownBindings + [
      KeyBinding("c", label: "copy", help: "Copy all of it") { navigator in
        if let text = self.text { navigator.copy(text.lines.joined(separator: "\n")) }
      }
    ] + exportBindings + refreshBindings + [
      KeyBinding(.up, "k", help: "Go up a line") { self.move($0.size, by: -1) },
      KeyBinding(.down, "j", .enter, help: "Go down a line") { self.move($0.size, by: 1) },
      KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
        self.move($0.size, by: -max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
        self.move($0.size, by: max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.home, "g", help: "Go to the top") { _ in self.go(to: BrokenText.Place()) },
      KeyBinding(.end, "G", help: "Go to the end") { navigator in
        if let last = self.view(navigator.size)?.last { self.go(to: last, isEnd: true) }
      },
    ]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if state.isSearching {
      return state.search.edit(event, isSecret: false, navigator)
    }
    guard case .mouse(let mouse) = event else { return .ignored }
    switch mouse.action {
    case .scrollUp: move(navigator.size, by: -3)
    case .scrollDown: move(navigator.size, by: 3)
    case .click, .doubleClick: break
    }
    return .handled
  }
}
