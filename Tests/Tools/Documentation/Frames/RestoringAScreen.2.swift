import Reprise

final class NoteScreen: Screen {
  struct State: RestorableState {
    var text = TextEntry()
    var topLine = 0
  }
  var state = State()
  func draw(in canvas: inout Canvas) {}

  // The block.
}
