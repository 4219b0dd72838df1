import Screens
import Terminals
import Testing

@testable import Controllers

/// A search's questions, its keys, and its places on the screen.
@MainActor @Suite struct SearchKeysTests {
  @MainActor private final class Asked {
    var questions: [String] = []
    var answers: [String] = []
    var rows = 3
  }

  private let asked = Asked()
  private let stage = Stage(rows: 12, columns: 60)

  private func search(
    scopes: [String] = [], opensOnlyMatch: Bool = false,
    hint: (@MainActor (String) -> String)? = nil
  ) -> SearchController<Animal> {
    SearchController(
      title: "Find",
      field: SearchField(
        label: "Name", placeholder: "a name", explanation: "Type a name.", hint: hint,
        scopes: { scopes.map { SearchScope(id: $0, title: "By \($0)") } }),
      columns: Animal.columns, id: { $0.id }, noun: ("animal", "animals"),
      opensOnlyMatch: opensOnlyMatch,
      options: {
        $0.provenance = Provenance(.live("farm"), .notRequested)
        $0.actions = [
          RowAction(.control("y"), label: "say", help: "Say it") { $1.notify($0.id) }
        ]
        $0.bindings = [
          KeyBinding(.function(5), label: "ask", help: "Ask") { $0.notify("asked") }
        ]
        $0.onResult = { [asked] answer, _ in asked.answers.append(answer.question) }
      },
      source: { [asked] text, scope in
        PageSource { _ in
          asked.questions.append("\(text) in \(scope?.id ?? "all")")
          return ListPage(
            rows: (0..<asked.rows).map { Animal("\(text)\($0)") }, hasMore: false)
        }
      },
      open: { animal, navigator in navigator.push(BarnRoute.animal(animal.id)) })
  }

  private func help(_ search: SearchController<Animal>) -> [String] {
    search.bindings.map(\.help)
  }

  // MARK: Asking

  @Test("A search sends no request for leading and trailing blanks")
  func blanksAtTheEndsAskNothing() async {
    let search = search()
    stage.press(" ", " ", in: search)
    #expect(!stage.hasWork && search.query == "")
    stage.press("a", in: search)
    #expect(stage.hasWork && search.query == "a")
    await stage.work()
    stage.press(" ", in: search)
    #expect(!stage.hasWork && search.state.query.text == "  a ")
    stage.press("b", in: search)
    await stage.work()
    #expect(search.query == "a b")
    #expect(asked.questions == ["a in all", "a b in all"])
    stage.press(.left, in: search)
    #expect(!stage.hasWork)
  }

  @Test("A search without search terms sends no request") func nothingIsAskedWhereNothingIsTyped()
    async
  {
    let search = search(scopes: ["name", "farm"])
    await search.load(.userRefresh, stage.navigator)
    #expect(asked.questions == [])
    #expect(search.scopes.map(\.id) == ["name", "farm"])
  }

  @Test func tabGoesRoundTheScopes() async {
    let search = search(scopes: ["name", "farm", "food"])
    await search.load(.appear, stage.navigator)
    stage.press("a", in: search)
    await stage.work()
    #expect(search.scope?.id == "name" && search.state.scopeID == nil)
    for id in ["farm", "food", "name"] {
      stage.press(.tab, in: search)
      await stage.work()
      #expect(search.state.scopeID == id && search.scope?.id == id)
    }
    #expect(asked.questions == ["a in name", "a in farm", "a in food", "a in name"])
    search.state.scopeID = "no such scope"
    #expect(search.scope?.id == "name")
  }

  @Test("A search opens the only match of the latest search terms")
  func theOnlyMatchIsOpenedForTheTextThatWasTypedLast() async {
    asked.rows = 1
    let search = search(opensOnlyMatch: true)
    stage.press("a", "b", in: search)
    await stage.work()
    #expect(stage.opened.count == 1)
    let other = self.search()
    stage.press("a", in: other)
    await stage.work()
    #expect(stage.opened.count == 1)
    asked.rows = 2
    let third = self.search(opensOnlyMatch: true)
    stage.press("a", in: third)
    await stage.work()
    #expect(stage.opened.count == 1)
  }

  // MARK: Keys

  @Test("A search offers keys for matches only with search terms")
  func theKeysForMatchesAreThereWhileATextIs() async {
    let search = search(scopes: ["name", "farm"])
    let moving = search.results.bindings.filter { binding in
      binding.keys.contains { [.up, .down, .pageUp, .pageDown].contains($0) }
    }.map(\.help)
    #expect(!moving.isEmpty)
    #expect(help(search) == ["Ask"] + moving)
    await search.load(.appear, stage.navigator)
    let elsewhere = "Search elsewhere, or by something else"
    #expect(help(search) == [elsewhere, "Ask"] + moving)
    stage.press("a", in: search)
    #expect(
      help(search).prefix(6) == [
        "Open the selected row", "Search for something else", "Refresh", "Say it", elsewhere, "Ask",
      ])
    let single = self.search(scopes: ["name"])
    await single.load(.appear, stage.navigator)
    #expect(help(single).first == "Ask")
    // Letters are typed.
    #expect(
      search.bindings.flatMap(\.keys).allSatisfy {
        if case .character = $0.code { $0.isControl || $0.isAlt } else { true }
      })
  }

  @Test("A search's keys refresh, act, open and clear") func eachKeyDoesWhatItSays() async {
    let search = search()
    stage.press(.control("r"), .function(5), in: search)
    #expect(stage.refreshes == 0 && stage.notices == ["asked"])
    stage.press("a", in: search)
    await stage.work()
    stage.press(.control("r"), .down, .control("y"), .enter, in: search)
    #expect(stage.refreshes == 1 && stage.notices == ["asked", "a1"])
    #expect(stage.opened == ["\(BarnRoute.animal("a1"))"])
    #expect(search.handle(.key(.function(6)), stage.navigator) == .ignored)
    stage.press(.escape, in: search)
    #expect(search.query == "" && search.state.query == TextEntry())
    #expect(search.handle(.key(.escape), stage.navigator) == .ignored)
    for key in [.up, .down, .pageUp, .pageDown] as [Key] {
      #expect(search.handle(.key(key), stage.navigator) == .handled)
    }
  }

  @Test("A search forwards results that aren't its own")
  func anAnswerIsTheSearchsOrElseTheApplications() {
    let search = search()
    search.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1 && asked.answers == [])
    search.receive(.cacheChanged, stage.navigator)
    #expect(stage.refreshes == 1 && asked.answers == [])
    search.receive(ScreenResult(question: "size", choiceID: "L"), stage.navigator)
    #expect(stage.refreshes == 1 && asked.answers == ["size"])
  }

  @Test("A search has its initial provenance before any response")
  func itsSourceIsTheFarmUntilAPageNamesAnother() {
    #expect(search().provenance == Provenance(.live("farm"), .notRequested))
    #expect(search().isTyping && search().title == "Find")
  }

  // MARK: Places

  @Test("A search has a blank row above its matches from 13 rows on")
  func theMatchesBeginTwoRowsDownWhereThereAreMoreThanTwelve() {
    let search = search()
    let explanation = "  Type a name."
    for (rows, row) in [(1, 1), (12, 1), (13, 2), (40, 2)] {
      let size = Size(rows: rows, columns: 60)
      #expect(search.childRow(size) == row)
      #expect(search.childSize(size) == Size(rows: rows - row, columns: 60))
    }
    #expect(stage.lines(of: search).prefix(3) == [" Name  a name", explanation, ""])
    stage.size = Size(rows: 13, columns: 60)
    #expect(stage.lines(of: search).prefix(4) == [" Name  a name", "", explanation, ""])
  }

  @Test(
    "A search's field takes half of the width beside a hint",
    arguments: [
      (60, 48, 26), (56, 48, 24), (55, 47, 23), (20, 12, 6), (16, 8, 4), (14, 6, 4), (8, 1, 1),
    ])
  func theFieldHasTheRoomOrHalfOfItBesideARemark(columns: Int, alone: Int, beside: Int) {
    stage.size = Size(rows: 12, columns: columns)
    func fieldCells(_ search: SearchController<Animal>) -> Int {
      search.state.query = TextEntry("x")
      return stage.picture(of: search).cells(ofRow: 0).filter(\.style.isField).count
    }
    #expect(fieldCells(search()) == alone)
    #expect(fieldCells(search(hint: { "(\($0))" })) == beside)
  }

  @Test("A search's hint is beside its field for search terms only")
  func aRemarkStandsBesideTheFieldForAText() {
    let search = search(hint: { "(\($0))" })
    #expect(stage.lines(of: search)[0] == " Name  a name")
    search.state.query = TextEntry(" ab ")
    let line = stage.lines(of: search)[0]
    #expect(line.hasPrefix(" Name   ab "))
    #expect(line == " Name   ab" + String(repeating: " ", count: 25) + "(ab)")
    #expect(stage.picture(of: search).cursor == Position(row: 0, column: 11))
  }
}
