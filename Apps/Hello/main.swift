import Reprise

final class Hello: Screen {
  struct State: RestorableState { var name = TextEntry() }
  var state = State()
  let isTyping = true
  func draw(in canvas: inout Canvas) { canvas.write("Hello, \(state.name.text)▏", row: 1) }
  func handle(_ event: Event, _ navigator: Navigator) -> Handled { state.name.edit(event) }
}
Application("hello") { Hello() }.main()
