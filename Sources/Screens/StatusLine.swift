import Terminals

/// The status line: a notice, or the keys; and at the right a warning if saving fails.
@MainActor struct StatusLine {
  let notice: String?
  let notSaving: String?
  var bindings: [KeyBinding] = []
  /// The running task, shown without moving any key.
  var activity: String?

  private func isNoticeCut(_ columns: Int) -> Bool {
    guard let notice else { return false }
    let taken = warning.map { CellWidth.of($0) + 3 } ?? 0
    return CellWidth.exceeds(notice, max(0, columns - 1 - taken))
  }

  private var warning: String? { notSaving.map { "not saving: \($0)" } }

  func draw(in canvas: inout Canvas, row: Int) {
    let more = isNoticeCut(canvas.columns) ? messages : nil
    var end = canvas.columns
    if let warning {
      // A long warning is cut to leave columns for the key that opens the messages.
      let available = canvas.columns - 2 - (more.map { width($0, "more") + 2 } ?? 0)
      let start = canvas.columns - 1 - min(available, CellWidth.of(warning))
      canvas.write(warning, row: row, column: start, style: .warning, limit: canvas.columns - start)
      end = start - 2
    }
    if let more {
      // Leaves a blank after the key, before the edge or the warning.
      let start = end - width(more, "more") - (notSaving == nil ? 1 : 0)
      draw(more, "more", in: &canvas, row: row, column: start)
      end = start - 1
    }
    if let notice {
      canvas.write(notice, row: row, column: 1, style: .text, limit: end - 1)
      return
    }
    drawKeys(in: &canvas, row: row, end: end)
  }

  /// While the user types text, this is a different key.
  private var messages: KeyBinding? {
    bindings.first { $0.label == FrameworkKeys.messages.label && !$0.keys.isEmpty }
  }

  /// Draws as many keys as fit, always including help and quit.
  private func drawKeys(in canvas: inout Canvas, row: Int, end: Int) {
    let start = 1
    var shown = bindings.filter { $0.label != nil && !$0.keys.isEmpty }
    func width(_ bindings: [KeyBinding]) -> Int {
      bindings.reduce(0) { $0 + self.width($1, $1.label) } + 2 * (bindings.count - 1)
    }
    while shown.count > 2, start + width(shown) >= end { shown.remove(at: shown.count - 3) }
    var column = start
    var positions: [(binding: KeyBinding, columns: Range<Int>)] = []
    for binding in shown {
      let next = column + self.width(binding, binding.label)
      if next <= end { positions.append((binding, column..<next)) }
      column = next + 2
    }
    let taken = drawActivity(in: &canvas, row: row, beside: positions.map(\.columns), end: end)
    for (binding, columns) in positions where !columns.overlaps(taken) {
      draw(binding, binding.label, in: &canvas, row: row, column: columns.lowerBound)
    }
  }

  /// After the keys, or over the least important ones, so that no key moves; returns its columns.
  private func drawActivity(
    in canvas: inout Canvas, row: Int, beside keys: [Range<Int>], end: Int
  ) -> Range<Int> {
    guard let activity, let last = keys.last?.upperBound else { return 0..<0 }
    let width = CellWidth.of(activity)
    let edge = end - (notSaving == nil ? 1 : 0)
    // Help and quit stay visible.
    let important = keys.suffix(2).first?.lowerBound ?? last
    let behind = edge - (last + 2)
    let isBehind = width <= behind || important - 3 < behind
    let available = min(width, isBehind ? behind : important - 3)
    guard available > 2 else { return 0..<0 }
    let start = (isBehind ? edge : important - 2) - available
    canvas.write(activity, row: row, column: start, style: .busy, limit: available)
    return max(0, start - 2)..<start + available
  }

  private func width(_ binding: KeyBinding, _ label: String?) -> Int {
    CellWidth.of(name(binding)) + 1 + CellWidth.of(label ?? "")
  }

  private func draw(
    _ binding: KeyBinding, _ label: String?, in canvas: inout Canvas, row: Int, column: Int
  ) {
    let next = canvas.write(name(binding), row: row, column: column, style: .title)
    canvas.write(" " + (label ?? ""), row: row, column: next, style: .secondary)
  }

  private func name(_ binding: KeyBinding) -> String { binding.keys[0].description }
}
