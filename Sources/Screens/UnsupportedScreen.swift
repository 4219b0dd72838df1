import Restoration
import Terminals

/// A placeholder for an unsupported screen, which a newer release saved. Its entry stays unchanged
/// until that release opens the session again.
@MainActor final class UnsupportedScreen: Screen {
  struct State: RestorableState {}

  var state = State()
  let title: String
  private let lines: [String]

  /// Creates a placeholder in a session that release `later` wrote and release `release` has
  /// opened.
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
