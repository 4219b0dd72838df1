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

  @Test("The status line shows activity at the right of the keys")
  func whatGoesOnStandsAtTheRightAndMovesNoKey() {
    let line = line("Loading… 3.2 of 12.0 MiB", columns: 80)
    #expect(
      text(line)
        == " Enter open  ? help  q quit" + String(repeating: " ", count: 28)
        + "Loading… 3.2 of 12.0 MiB")
    #expect(line.picture.cells(ofRow: 0)[70].style == .busy)
    #expect(text(self.line(nil, columns: 80)) == " Enter open  ? help  q quit")
  }

  @Test("A narrow status line shows activity in place of the least key")
  func whereThereIsNoRoomItStandsOverWhatMattersLeast() {
    // "Enter open" gives way; help and quit stay where they are.
    #expect(text(line("Loading…", columns: 30)) == "   Loading…  ? help  q quit")
    let narrow = text(line("Loading…", columns: 38))
    #expect(narrow == " Enter open  ? help  q quit  Loading…")
  }

  /// Of less than three cells nobody could read anything.
  @Test(
    "The status line truncates activity to three cells at least",
    arguments: [
      (20, " ? help  q quit"), (21, " ? help  q quit  Lo…"), (27, " ? help  q quit   Loading…"),
      (28, "   Loading…  ? help  q quit"), (37, "   Loading…  ? help  q quit"),
      (38, " Enter open  ? help  q quit  Loading…"),
    ])
  func itIsCutAsLongAsSomethingOfItCanBeRead(columns: Int, line: String) {
    #expect(text(self.line("Loading…", columns: columns)) == line)
  }

  @Test("The status line puts long activity where more of it fits")
  func whatIsTooLongForEitherPlaceStandsWhereMoreOfItHasRoom() {
    let activity = "Loading 3.2 of 12.0 MiB"
    #expect(text(line(activity, columns: 40)) == " Loading 3…  ? help  q quit")
    #expect(text(line(activity, columns: 41)) == " Enter open  ? help  q quit  Loading 3.…")
    // Two cells of three are none.
    #expect(text(line("ab", columns: 30)) == " Enter open  ? help  q quit")
    #expect(text(line("abc", columns: 33)) == " Enter open  ? help  q quit  abc")
  }

  @Test("The status line keeps help and quit beside any activity", arguments: 20...60)
  func howeverLongItIsHelpAndQuitStay(columns: Int) {
    let text = text(line("Loading… " + String(repeating: "x", count: 200), columns: columns))
    #expect(text.contains("? help  q quit"), "\(text)")
    #expect(CellWidth.of(text) <= columns)
  }

  @Test("The status line shows a notice in place of activity") func whatIsToBeSaidComesFirst() {
    let line = line("Loading…", notice: "Cancelled.", columns: 80)
    #expect(text(line) == " Cancelled.")
  }

  @Test("The status line shows a warning beside activity") func aWarningStaysBesideIt() {
    let text = text(line("Loading…", notSaving: "no space left on device", columns: 80))
    #expect(text.hasPrefix(" Enter open  ? help  q quit"))
    #expect(text.contains("Loading…"))
    #expect(text.hasSuffix("not saving: no space left on device"))
  }
}
