import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct UnsupportedScreenTests {
  private func canvas(columns: Int) -> Canvas {
    var canvas = Canvas(size: Size(rows: 5, columns: columns))
    UnsupportedScreen(title: "Ward", newerVersion: "12.0", release: "9").draw(in: &canvas)
    return canvas
  }

  @Test("An unsupported screen names the newer version")
  func itSaysWhoseScreenItIsAndWhatBecomesOfIt() {
    let picture = canvas(columns: 60).picture
    #expect(
      picture.text.split(separator: "\n", omittingEmptySubsequences: false) == [
        "", "  This screen was made by a newer version (12.0).",
        "  This one is 9 and can't show it.", "  It stays saved; Esc goes back.", "",
      ])
    #expect((1...3).map { picture.cells(ofRow: $0)[2].style } == [.warning, .text, .text])
  }

  @Test("An unsupported screen truncates its lines in a narrow window")
  func whereThereIsNoRoomItsLinesAreCutBeforeTheEdge() {
    #expect(
      canvas(columns: 20).picture.text.split(separator: "\n") == [
        "  This screen was…", "  This one is 9 a…", "  It stays saved;…",
      ])
  }
}
