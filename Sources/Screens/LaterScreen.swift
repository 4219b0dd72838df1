import Restoration
import Terminals

/// Stands for a screen of a later release's, which is kept as it is until that release opens it again.
@MainActor final class LaterScreen: Screen {
  struct State: RestorableState {}

  var state = State()
  let title: String
  private let lines: [String]

  /// For an entry of that title, in a session that `later` wrote and `release` has opened.
  init(title: String, later: String, release: String) {
    self.title = title
    lines = [
      "This screen was made by a newer version (\(later)).",
      "This one is \(release) and can't show it.",
      "It is kept as it is; Esc goes back.",
    ]
  }

  func draw(in canvas: inout Canvas) {
    for (row, line) in lines.enumerated() {
      canvas.write(
        line, row: 1 + row, column: 2, style: row == 0 ? .warning : .text,
        limit: canvas.columns - 4)
    }
  }
}
