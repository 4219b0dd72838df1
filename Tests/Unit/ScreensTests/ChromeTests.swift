import Core
import Terminals
import Testing

@testable import Screens

@MainActor @Suite struct ChromeTests {
  private static let keys = [
    KeyBinding(.enter, .right, label: "open", help: "") { _ in },
    KeyBinding("/", label: "filter", help: "") { _ in },
    KeyBinding("x", help: "not named below") { _ in },
    KeyBinding(.escape, label: "back", help: "") { _ in },
    KeyBinding("?", label: "help", help: "") { _ in },
    KeyBinding("q", label: "quit", help: "") { _ in },
  ]

  private func lines(
    rows: Int = 6, columns: Int, titles: [String] = ["", "Virtual systems", "LucaV"],
    subtitle: String? = nil, from provenance: Provenance? = Provenance(.demoData),
    notice: String? = nil,
    notSaving: String? = nil
  ) -> [String] {
    var canvas = Canvas(size: Size(rows: rows, columns: columns))
    Chrome(
      application: "CloudBurst", titles: titles, subtitle: subtitle,
      badge: provenance.map {
        Badge($0, now: 43_200, interval: 30, isLoading: false, zone: .utc)
      }, banner: nil,
      status: StatusLine(
        notice: notice, notSaving: notSaving,
        bindings: Self.keys + (notice == nil ? [] : [FrameworkKeys.messages]))
    ).draw(in: &canvas) { body in
      body.write("body \(body.rows)x\(body.columns)", row: 0)
      body.write("beyond", row: body.rows)
    }
    return canvas.picture.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  // MARK: The top line

  @Test(
    "The top line cuts the breadcrumb from the left, then the badge",
    arguments: [
      (80, " CloudBurst › Virtual systems › LucaV                       UNPLUGGED demo data"),
      (60, " CloudBurst › Virtual systems › LucaV   UNPLUGGED demo data"),
      (50, " … › Virtual systems › LucaV  UNPLUGGED demo data"),
      (49, " … › Virtual systems › LucaV UNPLUGGED demo data"),
      (43, " … › LucaV             UNPLUGGED demo data"),
      (42, " … › Virtual systems › LucaV    UNPLUGGED"),
      (32, " … › LucaV            UNPLUGGED"), (24, " … › LucaV    UNPLUGGED"),
      (20, " LucaV    UNPLUGGED"),
    ])
  func theBreadcrumbIsCutFromTheLeftAndTheBadgesNameGoesOnANarrowLine(columns: Int, line: String) {
    #expect(lines(columns: columns)[0] == line)
  }

  @Test(
    "The top line's badge drops the server name, then the age",
    arguments: [
      (60, "OFFLINE 12:00 · appliance.example.com"), (53, "OFFLINE 12:00 · appliance.example.com"),
      (52, "OFFLINE 12:00"), (27, "OFFLINE 12:00"), (26, "OFFLINE"), (20, "OFFLINE"),
    ])
  func theNameGoesFirstThenTheAgeAndNeverTheWord(columns: Int, badge: String) {
    let provenance = Provenance(.live("appliance.example.com"), .offline, timestamp: 43_200)
    let line = lines(columns: columns, titles: ["", "A"], from: provenance)[0]
    #expect(line.hasSuffix(badge))
    #expect(line.dropLast(badge.count).last == " ")
    #expect(line.contains("A "))
  }

  @Test("The top line always shows the last title and the badge", arguments: 20...120)
  func theLastCrumbIsAlwaysThere(columns: Int) {
    let line = lines(columns: columns)[0]
    #expect(line.contains(" LucaV "))
    #expect(line.contains("UNPLUGGED"))
    #expect(CellWidth.of(line) <= columns)
  }

  @Test("The top line truncates a long title at its end") func aNameLongerThanTheLineIsCutAtItsEnd()
  {
    let long = String(repeating: "long ", count: 30)
    #expect(lines(columns: 26, titles: ["", long])[0] == " … › long long… UNPLUGGED")
  }

  @Test("The top line shows the filter behind the title") func whatIsFilteredStandsBehindTheTitle()
  {
    #expect(
      lines(columns: 60, titles: ["", "Systems"], subtitle: "/was", from: nil)[0]
        == " CloudBurst › Systems › /was")
  }

  @Test("The top line shows control characters of a title visibly")
  func foreignTextInATitleIsMadeVisible() {
    #expect(
      lines(columns: 60, titles: ["a\u{1B}[31m\nb"], from: nil)[0] == " CloudBurst › a^[[31m^Jb")
  }

  // MARK: The bottom line

  @Test(
    "The bottom line drops keys that don't fit, but not help and quit",
    arguments: [
      (80, " Enter open  / filter  Esc back  ? help  q quit"),
      (48, " Enter open  / filter  Esc back  ? help  q quit"),
      (47, " Enter open  / filter  ? help  q quit"), (36, " Enter open  ? help  q quit"),
      (30, " Enter open  ? help  q quit"), (24, " ? help  q quit"), (20, " ? help  q quit"),
    ])
  func keysGoWhereThereIsNoRoomAndHelpAndQuitStay(columns: Int, line: String) {
    #expect(lines(columns: columns)[5] == line)
  }

  @Test func aNoticeTakesThePlaceOfTheKeys() {
    #expect(lines(columns: 40, notice: "Refreshed.")[5] == " Refreshed.")
    let full = String(repeating: "x", count: 39)
    #expect(lines(columns: 40, notice: full)[5] == " " + full)
    #expect(
      lines(columns: 40, notice: full + "x")[5]
        == " " + String(repeating: "x", count: 30) + "… ! more")
  }

  @Test("A notice beside a warning takes the width before the warning")
  func aNoticeBesideAWarningHasTheRoomUpToIt() {
    let warning = "not saving: disk full"
    let full = String(repeating: "x", count: 35)
    #expect(
      lines(columns: 60, notice: full, notSaving: "disk full")[5] == " \(full)  \(warning)")
    #expect(
      lines(columns: 60, notice: full + "x", notSaving: "disk full")[5]
        == " \(full.prefix(27))… ! more  \(warning)")
  }

  @Test("A truncated notice ends in the key for all messages")
  func aNoticeThatIsCutEndsInTheKeyThatShowsAllOfIt() {
    let long = String(repeating: "word ", count: 20)
    #expect(lines(columns: 40, notice: long)[5] == " word word word word word word … ! more")
    #expect(lines(columns: 20, notice: long)[5] == " word word … ! more")
    #expect(
      lines(columns: 40, notice: long, notSaving: "disk full")[5]
        == " word wo… ! more  not saving: disk full")
    #expect(
      lines(columns: 20, notice: long, notSaving: "disk full")[5] == " ! more  not saving…")
  }

  @Test("The warning about not saving is at the right of the bottom line")
  func whatIsNotSavedIsSaidAtTheRightOfEverything() {
    #expect(
      lines(columns: 60, notSaving: "disk full")[5]
        == " Enter open  ? help  q quit           not saving: disk full")
    #expect(
      lines(columns: 60, notice: "Copied.", notSaving: "disk full")[5]
        == " Copied.                              not saving: disk full")
    let narrow = lines(columns: 20, notSaving: "no space left on device")[5]
    #expect(narrow == " not saving: no spa…")
  }

  // MARK: The body

  @Test("A screen's body is limited to the rows between top and bottom line")
  func theBodyHasWhatIsLeftAndNoMore() {
    let lines = lines(rows: 24, columns: 80)
    #expect(lines[1] == "body 22x80")
    #expect(!lines.contains { $0.contains("beyond") })
  }

  // MARK: Too small

  @Test("A window of 5 rows and 20 columns shows the screen")
  func theSmallestWindowOfUseShowsTheScreen() {
    #expect(
      lines(rows: 5, columns: 20)
        == [" LucaV    UNPLUGGED", "body 3x20", "", "", " ? help  q quit"])
  }

  @Test(
    "A window that is too small shows a message about the needed size",
    arguments: [
      (1, 1, ["…"]), (3, 10, ["This", "window is", "too small;"]),
      (4, 80, ["This window is too small; 20×5 is enough.", "", "", ""]),
      (4, 20, ["This window is too", "small; 20×5 is", "enough.", ""]),
      (5, 19, ["This window is too", "small; 20×5 is", "enough.", "", ""]),
      (4, 18, ["This window is too", "small; 20×5 is", "enough.", ""]),
      (4, 17, ["This window is", "too small; 20×5", "is enough.", ""]),
      (9, 12, ["This window", "is too", "small; 20×5", "is enough.", "", "", "", "", ""]),
      (0, 0, [""]),
    ])
  func aWindowTooSmallSaysSoAsFarAsThereIsRoom(rows: Int, columns: Int, expected: [String]) {
    #expect(lines(rows: rows, columns: columns) == expected)
  }
}
