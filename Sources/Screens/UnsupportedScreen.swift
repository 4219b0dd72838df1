import Restoration
import Terminals

/// A stand-in for a screen of a later release, whose entry stays as it is until that release opens the session again.
@MainActor final class UnsupportedScreen: Screen {
  struct State: RestorableState {}

  var state = State()
  let title: String
  private let lines: [String]

  /// Creates the stand-in for an entry of a session that `later` wrote and `release` has opened.
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
