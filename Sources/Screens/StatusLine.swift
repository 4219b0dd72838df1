import Terminals

/// The bottom line: what is to be said, or which keys there are; and at the right whether anything isn't saved.
@MainActor struct StatusLine {
  let notice: String?
  let notSaving: String?
  var bindings: [KeyBinding] = []
  /// What goes on, in front of the keys.
  var activity: String?

  /// Whether a line of so many columns has no room for all that is to be said.
  func isCut(columns: Int) -> Bool {
    isNoticeCut(columns) || warning.map { CellWidth.exceeds($0, columns - 2) } == true
  }

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
      // However much there is to warn of, the key that leads to all of it stays.
      let room = canvas.columns - 2 - (more.map { width($0, "more") + 2 } ?? 0)
      let start = canvas.columns - 1 - min(room, CellWidth.of(warning))
      canvas.write(warning, row: row, column: start, style: .warning, limit: canvas.columns - start)
      end = start - 2
    }
    if let more {
      // What follows the key stands clear of the edge, or of the warning.
      let start = end - width(more, "more") - (notSaving == nil ? 1 : 0)
      draw(more, "more", in: &canvas, row: row, column: start)
      end = start - 1
    }
    if let notice {
      canvas.write(notice, row: row, column: 1, style: .text, limit: end - 1)
      return
    }
    var column = 1
    if let activity {
      let limit = max(0, min(CellWidth.of(activity), end - 20 - column))
      column = canvas.write(activity, row: row, column: column, style: .busy, limit: limit) + 2
    }
    drawKeys(in: &canvas, row: row, from: column, end: end)
  }

  /// The key that leads to what is cut. Where letters are typed it is another one.
  private var messages: KeyBinding? {
    bindings.first { $0.label == FrameworkKeys.messages.label && !$0.keys.isEmpty }
  }

  /// Names as many keys as fit; help and quit always among them.
  private func drawKeys(in canvas: inout Canvas, row: Int, from start: Int, end: Int) {
    var shown = bindings.filter { $0.label != nil && !$0.keys.isEmpty }
    func width(_ bindings: [KeyBinding]) -> Int {
      bindings.reduce(0) { $0 + self.width($1, $1.label) } + 2 * (bindings.count - 1)
    }
    while shown.count > 2, start + width(shown) >= end { shown.remove(at: shown.count - 3) }
    var column = start
    for binding in shown where column + self.width(binding, binding.label) <= end {
      column = draw(binding, binding.label, in: &canvas, row: row, column: column) + 2
    }
  }

  private func width(_ binding: KeyBinding, _ label: String?) -> Int {
    CellWidth.of(name(binding)) + 1 + CellWidth.of(label ?? "")
  }

  @discardableResult private func draw(
    _ binding: KeyBinding, _ label: String?, in canvas: inout Canvas, row: Int, column: Int
  ) -> Int {
    let next = canvas.write(name(binding), row: row, column: column, style: .title)
    return canvas.write(" " + (label ?? ""), row: row, column: next, style: .secondary)
  }

  private func name(_ binding: KeyBinding) -> String { binding.keys[0].description }
}
