import Screens
import Terminals
import Testing

@testable import Controllers

/// The part of a text on the screen, and the places of its matches, cell by cell.
@MainActor @Suite struct TextPlacesTests {
  private func controller(
    _ text: String, followsEnd: Bool = false, failing: Bool = false
  ) async -> TextController {
    let controller = TextController(title: "Raw", followsEnd: followsEnd) { load in
      if failing, load.loadReason == .userRefresh { throw TestError() }
      load.show(text)
    }
    await controller.load(.appear, Stage().navigator)
    return controller
  }

  private static let numbered = (0..<50).map { "line \($0)" }.joined(separator: "\n")

  /// Fifty lines, of which some have an x.
  private static func text(_ matches: Int...) -> String {
    (0..<50).map { matches.contains($0) ? "x" : "-" }.joined(separator: "\n")
  }

  private func search(_ query: String, in controller: TextController, _ stage: Stage) {
    stage.press("/", in: controller)
    for character in query { stage.press(.character(character), in: controller) }
    stage.press(.enter, in: controller)
  }

  // MARK: Moving

  @Test(
    "Keys scroll a text by lines and pages in any window",
    arguments: [
      (
        10, [.pageDown, .down, .pageUp, .end, .up, .pageUp, .home, .up],
        [8, 9, 1, 41, 40, 32, 0, 0]
      ),
      (2, [.pageDown, .pageDown, .pageUp, .end, .pageUp, .home], [1, 2, 1, 49, 48, 0]),
      (1, [.pageDown, .pageUp, .end, .down], [1, 0, 49, 49]), (51, [.pageDown, .end], [0, 0]),
      (50, [.down, .down, .pageUp], [1, 1, 0]),
    ] as [(Int, [Key], [Int])])
  func keysMove(rows: Int, keys: [Key], tops: [Int]) async {
    let controller = await controller(Self.numbered)
    let stage = Stage(rows: rows)
    for (key, top) in zip(keys, tops) {
      stage.press(key, in: controller)
      #expect(controller.state.topLine == top)
      #expect(controller.state.isFollowing == nil)
      if rows > 1 { #expect(stage.lines(of: controller).first == " line \(top)") }
    }
  }

  @Test("The wheel scrolls a text by three lines") func theWheelMovesByThreeLines() async {
    let controller = await controller(Self.numbered)
    let stage = Stage(rows: 47)
    for (action, top) in [(Mouse.Action.scrollDown, 3), (.scrollDown, 4), (.scrollUp, 1)] {
      stage.mouse(action, row: 1, in: controller)
      #expect(controller.state.topLine == top)
    }
    stage.mouse(.click, row: 1, in: controller)
    #expect(controller.state.topLine == 1)
  }

  @Test("A text follows its end again once scrolled there") func whoComesToTheEndAgainFollowsIt()
    async
  {
    let controller = await controller(Self.numbered, followsEnd: true)
    let stage = Stage(rows: 10)
    #expect(stage.lines(of: controller)[8] == " line 49")
    #expect(stage.lines(of: controller)[9] == " line 42 of 50 · following")
    stage.press(.up, in: controller)
    #expect(controller.state.isFollowing == false)
    #expect(stage.lines(of: controller)[9] == " line 41 of 50")
    stage.press(.up, .down, in: controller)
    #expect(controller.state.isFollowing == false)
    stage.press(.down, in: controller)
    #expect(controller.state.isFollowing == true)
    stage.press(.home, in: controller)
    #expect(controller.state.isFollowing == false)
    stage.press(.end, in: controller)
    #expect(controller.state.isFollowing == true)
  }

  // MARK: Drawing

  @Test("A text shows Loading and then the error of a failed load")
  func untilItIsThereItLoadsAndThenSaysWhyNot() async {
    let stage = Stage(rows: 5)
    let controller = TextController(title: "Raw") { _ in throw TestError() }
    #expect(stage.lines(of: controller) == ["", "  Loading…", "", "", ""])
    await controller.load(.appear, stage.navigator)
    #expect(
      stage.lines(of: controller)
        == ["", "  ✕ Loading failed", "    The well is dry.", "    Dig deeper.", ""])
  }

  @Test("A text's failed refresh is shown in the last line")
  func aRefreshThatFailsIsSaidInTheLastLine() async {
    let controller = await controller("one\ntwo", failing: true)
    let stage = Stage(rows: 4)
    #expect(stage.lines(of: controller) == [" one", " two", "", " line 1 of 2"])
    await controller.load(.userRefresh, stage.navigator)
    #expect(stage.lines(of: controller) == [" one", " two", "", " ✕ The well is dry."])
  }

  @Test(
    "A text's search field takes the width beside the position",
    arguments: [(80, 44), (57, 44), (56, 43), (30, 17), (25, 12), (24, 12), (10, 12)])
  func theFieldOfASearchHasTheRoomBesideThePosition(columns: Int, column: Int) async {
    let controller = await controller("one")
    let stage = Stage(rows: 3, columns: columns)
    stage.press("/", "a", "b", in: controller)
    let line = " /ab" + String(repeating: " ", count: column - 4) + "line 1 of 1"
    #expect(stage.lines(of: controller)[2] == String(line.prefix(columns)).withoutBlanksAtTheEnd)
    #expect(stage.picture(of: controller).cursor == Position(row: 2, column: 4))
  }

  /// The line is broken after ten characters.
  @Test("A text highlights matches across a wrapped line")
  func matchesAreMarkedAlsoInALineThatIsBroken() async {
    let controller = await controller("0123456789abcab")
    let stage = Stage(rows: 4, columns: 12)
    func accents(_ row: Int) -> [Int] {
      stage.picture(of: controller).cells(ofRow: row).enumerated()
        .filter { $0.element.style.role == .accent }.map(\.offset)
    }
    stage.press("/", "a", "b", in: controller)
    #expect(accents(0) == [])
    #expect(accents(1) == [1, 2, 4, 5])
    stage.press(.escape, in: controller)
    #expect(accents(1) == [])
    search("9a", in: controller, stage)
    #expect(accents(0) == [10])
    #expect(accents(1) == [1])
    #expect(stage.lines(of: controller).prefix(2) == [" 0123456789", " abcab"])
  }

  // MARK: Finding

  /// Nine lines are in sight.
  @Test(
    "A text search's next match counts from a visible current match", arguments: [(8, 30), (9, 0)])
  func theNextIsCountedFromAMatchThatIsInSight(second: Int, expected: Int) async {
    let controller = await controller(Self.text(0, second, 30))
    let stage = Stage(rows: 10)
    search("x", in: controller, stage)
    #expect(controller.state.matchLine == 0)
    stage.press("n", in: controller)
    #expect(controller.state.matchLine == second && controller.state.topLine == second)
    stage.press(.home, "n", in: controller)
    #expect(controller.state.matchLine == expected)
    #expect(controller.state.matchCharacter == 0)
  }

  @Test("A text search's previous match counts from the top row")
  func theOneBeforeIsCountedFromTheTopIfTheCurrentOneIsOutOfSight() async {
    let controller = await controller(Self.text(2, 9, 30))
    let stage = Stage(rows: 10)
    search("x", in: controller, stage)
    #expect(controller.state.matchLine == 2)
    stage.press(.pageDown, .pageDown, "N", in: controller)
    #expect(controller.state.matchLine == 9)
    stage.press(.end, "n", in: controller)
    #expect(controller.state.matchLine == 2)
    #expect(stage.notices == ["Continued at the top."])
    stage.press("N", in: controller)
    #expect(controller.state.matchLine == 30)
    #expect(stage.notices == ["Continued at the top.", "Continued at the end."])
  }

  @Test("A text offers n, N and Escape only with a search")
  func withoutASearchThereIsNoneToGoOnWith() async {
    let controller = await controller(Self.text(3))
    let stage = Stage(rows: 10)
    func offers(_ key: Key) -> Bool { controller.bindings.contains { $0.keys.contains(key) } }
    #expect(!offers("n") && !offers("N") && !offers(.escape) && offers("/"))
    search("x", in: controller, stage)
    #expect(offers("n") && offers("N") && offers(.escape))
    #expect(controller.subtitle == "/x" && !controller.isTyping)
    stage.press("/", in: controller)
    #expect(controller.isTyping && !offers("n") && !offers("j"))
    stage.press(.escape, .escape, in: controller)
    #expect(controller.subtitle == nil)
  }
}
