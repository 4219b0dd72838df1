import Foundation
import Reprise

/// It counts, opens others of its kind, and comes to grief where it was asked to, or at a key.
final class ProbeScreen: Screen {
  struct State: RestorableState { var count = 0 }
  var state = State()
  let title: String
  private let mishap: Mishap?
  private var data = "no data"

  init(_ place: Place, _ mishap: Mishap?) {
    title = place.title
    self.mishap = mishap
    if mishap == .`init` { fatalError("asked to trap in init") }
  }

  func encodeState() -> State { state }

  func restoreState(_ state: State) {
    if mishap == .restore, state.count > 0 { fatalError("asked to trap in restoreState") }
    self.state = state
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    switch mishap {
    case .load: fatalError("asked to trap in load")
    case .wait: for await _ in AsyncStream<Never>.makeStream().stream {}
    default: break
    }
    data = "data"
  }

  func draw(in canvas: inout Canvas) {
    if mishap == .draw { fatalError("asked to trap in draw") }
    canvas.write("count \(state.count), \(data)", row: 1, column: 2)
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding("+", label: "count", help: "Count one more") { _ in self.state.count += 1 },
      KeyBinding("p", label: "plain", help: "Open a plain screen") { $0.push(Place.plain) },
      KeyBinding("t", label: "trapping", help: "Open a trapping screen") {
        $0.push(Place.trapping)
      },
      KeyBinding("x", help: "Trap") { _ in fatalError("asked to trap at a key") },
      KeyBinding("a", help: "Abort") { _ in abort() },
    ]
  }
}
