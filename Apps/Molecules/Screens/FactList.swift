import Reprise

/// Labels and values beside a picture, as many as fit.
struct FactList {
  private let facts: [Fact]

  init(_ facts: [Fact]) { self.facts = facts }

  func draw(in canvas: inout Canvas) {
    let width = min(18, facts.map { CellWidth.of($0.label) }.max() ?? 0)
    for (row, fact) in facts.prefix(canvas.rows).enumerated() {
      canvas.write(fact.label, row: row, column: 1, style: .secondary, limit: width)
      canvas.write(
        fact.value, row: row, column: width + 3, limit: max(0, canvas.columns - width - 4))
    }
  }
}
