import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct StatusLineTests {
  private func line(
    _ activity: String?, notice: String? = nil, notSaving: String? = nil, columns: Int
  ) -> Canvas {
    var canvas = Canvas(size: Size(rows: 1, columns: columns))
    StatusLine(
      notice: notice, notSaving: notSaving,
      bindings: [
        KeyBinding(.enter, label: "open", help: "") { _ in },
        KeyBinding("?", label: "help", help: "") { _ in },
        KeyBinding("q", label: "quit", help: "") { _ in },
      ], activity: activity
    ).draw(in: &canvas, row: 0)
    return canvas
  }

  private func text(_ canvas: Canvas) -> String {
    String(canvas.picture.text(ofRow: 0).reversed().drop { $0 == " " }.reversed())
  }

  @Test func whatGoesOnStandsAtTheRightAndMovesNoKey() {
    let line = line("Loading… 3.2 of 12.0 MiB", columns: 80)
    #expect(
      text(line)
        == " Enter open  ? help  q quit" + String(repeating: " ", count: 28)
        + "Loading… 3.2 of 12.0 MiB")
    #expect(line.picture.cells(ofRow: 0)[70].style == .busy)
    #expect(text(self.line(nil, columns: 80)) == " Enter open  ? help  q quit")
  }

  @Test func whereThereIsNoRoomItStandsOverWhatMattersLeast() {
    // "Enter open" gives way; help and quit stay where they are.
    #expect(text(line("Loading…", columns: 30)) == "   Loading…  ? help  q quit")
    let narrow = text(line("Loading…", columns: 38))
    #expect(narrow == " Enter open  ? help  q quit  Loading…")
  }

  @Test(arguments: 20...60)
  func howeverLongItIsHelpAndQuitStay(columns: Int) {
    let text = text(line("Loading… " + String(repeating: "x", count: 200), columns: columns))
    #expect(text.contains("? help  q quit"), "\(text)")
    #expect(CellWidth.of(text) <= columns)
  }

  @Test func whatIsToBeSaidComesFirst() {
    let line = line("Loading…", notice: "Cancelled.", columns: 80)
    #expect(text(line) == " Cancelled.")
  }

  @Test func aWarningStaysBesideIt() {
    let text = text(line("Loading…", notSaving: "no space left on device", columns: 80))
    #expect(text.hasPrefix(" Enter open  ? help  q quit"))
    #expect(text.contains("Loading…"))
    #expect(text.hasSuffix("not saving: no space left on device"))
  }
}
