import Restoration
import Testing

@testable import Screens

@MainActor @Suite struct StackEntryTests {
  private func entry(_ route: FrameworkRoute) throws -> StackEntry {
    try StackEntry(
      route: .framework(try StateCoder.encode(route)), screen: CounterScreen(title: "x"))
  }

  @Test("Stack entries tell the framework's screens apart") func theFrameworksScreensAreToldApart()
    throws
  {
    let help = try entry(.help(title: "x", keys: []))
    #expect(help.isFramework && help.isHelp && !help.isMessages && help.choiceCount == 0)
    for route in [FrameworkRoute.messages(["a"]), .log([])] {
      let messages = try entry(route)
      #expect(messages.isFramework && !messages.isHelp && messages.isMessages)
      #expect(messages.choiceCount == 0)
    }
    let picker = try entry(.picker(CounterScreen.colours))
    #expect(picker.isFramework && !picker.isHelp && !picker.isMessages && picker.choiceCount == 2)
    #expect(!picker.isOf(TestRoute.root))
    let own = try StackEntry(
      route: .application(try StateCoder.encode(TestRoute.counter(id: "help"))),
      screen: CounterScreen(title: "x"))
    #expect(!own.isFramework && !own.isHelp && !own.isMessages && own.choiceCount == 0)
    #expect(own.isOf(TestRoute.counter(id: "help")) && !own.isOf(TestRoute.counter(id: "x")))
  }

  @Test(
    "A stack entry cuts its saved title",
    arguments: [
      ("x", 199, 199), ("x", 200, 200), ("x", 201, 200), ("e\u{301}", 66, 132),
      ("e\u{301}", 201, 400), ("e" + String(repeating: "\u{301}", count: 500), 5, 2_000),
    ])
  func aSavedTitleIsCut(character: String, count: Int, scalars: Int) {
    let title = String(repeating: character, count: count)
    let entry = StackEntry(
      Snapshot.Entry(
        bytes: Array(#"{"route":{"root":{}},"state":{},"title":"\#(title)"}"#.utf8)))
    #expect(entry.title.unicodeScalars.count == scalars)
    #expect(title.hasPrefix(entry.title) || scalars == 2_000)
    #expect(entry.screen == nil)
  }

  @Test("A stack entry is outdated until it loads again")
  func dataThatHaveChangedAreOutdatedUntilTheyAreAskedForAgain() throws {
    var entry = try entry(.log([]))
    #expect(entry.loading == .notBegun && !entry.loading.isUnderWay)
    entry.isOutdated = true
    entry.loading = .done(5)
    #expect(entry.isOutdated && !entry.loading.isUnderWay)
    entry.loading = .underWay(2)
    #expect(!entry.isOutdated && entry.loading.isUnderWay)
  }

  @Test("A stack entry encodes only changed states") func nothingIsEncodedThatHasntChanged() throws
  {
    let screen = CounterScreen(title: "x")
    var entry = try StackEntry(
      route: .application(try StateCoder.encode(TestRoute.root)), screen: screen)
    let saved = entry.saved
    #expect(try !entry.save())
    #expect(entry.saved == saved)
    screen.state.count = 1
    #expect(try entry.save())
    #expect(entry.saved != saved)
    #expect(try !entry.save())
    // A screen that only stands for another is never saved.
    entry.show(UnsavableScreen())
    #expect(try !entry.save())
  }
}
