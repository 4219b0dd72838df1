import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// What a command line asks an application for: screens to be opened, and a warning that stands
/// above all of them.
@MainActor @Suite struct ApplicationTests {
  private let test = TestApplication()
  private let store = InMemorySnapshotStore()

  private func application(
    opening: [TestRoute] = [], home: [TestRoute] = [],
    canRestore: @escaping @MainActor (TestRoute) -> Bool = { _ in true }, banner: String? = nil
  ) -> Application<TestRoute> {
    let application = test.application
    return Application(
      application.name, title: application.title, version: application.version,
      root: application.root, deepLink: opening, initialRoutes: home, canRestore: canRestore,
      banner: banner,
      screen: application.screen)
  }

  /// What a person left: one on the root, two on screen A, three on screen A+ above that.
  private func leaveASession() async throws {
    let session = try await TestSession(test.application, store: store)
    await session.press("n", "+", "n", "+", "+", "+")
    try session.expect("Test › one › one+")
  }

  @Test("An application's properties have defaults")
  func whatIsNotSaidOfAnApplicationHasItsDefault() {
    let plain = Application("notes") { CounterScreen(title: "") }
    #expect(plain.name == "notes" && plain.title == "notes" && plain.version == "0.1.0")
    #expect(plain.root == .only && plain.deepLink == [] && plain.initialRoutes == [])
    #expect(plain.alternativeInitialRoutes == [] && plain.canRestore(.only) && plain.banner == nil)
    #expect(plain.root.namedServers == [])
    #expect(Application("notes", title: "Notes") { CounterScreen(title: "") }.title == "Notes")
    let opening = application(opening: [.two], home: [.typing])
    #expect(opening.deepLink == [.two])
    #expect(
      opening.withoutDeepLink.deepLink == [] && opening.withoutDeepLink.initialRoutes == [.typing])
  }

  // MARK: Opening

  @Test("Opened screens are above the root without a session")
  func withoutASessionTheScreensAreOpenedAboveTheRoot() async throws {
    let session = try await TestSession(
      application(opening: [.counter(id: "a"), .counter(id: "b")]), store: store)
    try session.expect("Test › a › b")
    await session.press(.escape)
    try session.expect("Test › a")
    try session.expectNo("› b")
    await session.press(.escape)
    try session.expect("count 0,")
    try session.expectNo("›")
  }

  @Test("An opened screen that the session has keeps its state")
  func whatIsOpenAlreadyIsKeptWithItsState() async throws {
    try await leaveASession()
    let session = try await TestSession(
      application(opening: [.counter(id: "one"), .counter(id: "other")]), store: store)
    try session.expect("Test › one › other")
    try session.expect("count 0,")
    await session.press(.escape)
    // Two it was, once for the key that opened the screen above.
    try session.expect("count 2,")
    await session.press(.escape)
    try session.expect("count 1,")
  }

  @Test("Opening the session's own screens restores them as they were left")
  func theSameScreensAgainAreWhereThePersonLeftThem() async throws {
    try await leaveASession()
    let session = try await TestSession(
      application(opening: [.counter(id: "one"), .counter(id: "one+")]), store: store)
    try session.expect("Test › one › one+")
    try session.expect("count 3,")
  }

  @Test("Opening more screens than fit is refused with a message")
  func whatIsAskedForWhereNoMoreFitIsRefusedWithASentence() async throws {
    let full = (1...Snapshot.maximumDepth).map { TestRoute.counter(id: "\($0)") }
    let session = try await TestSession(application(opening: full), store: store)
    try session.expect("No more screens can be opened. Go back first.")
  }

  @Test("Opening a screen of the session drops the screens above it")
  func whatTheSessionHadFurtherAboveIsLeftOut() async throws {
    try await leaveASession()
    let session = try await TestSession(
      application(opening: [.counter(id: "one")]), store: store)
    try session.expect("count 2,")
    try session.expectNo("one+")
    await session.press(.escape)
    try session.expect("count 1,")
  }

  // MARK: Home

  @Test("The initial routes are above the root without a session")
  func withoutASessionTheHomeIsOpenedAboveTheRoot() async throws {
    let session = try await TestSession(application(home: [.counter(id: "a")]), store: store)
    try session.expect("Test › a")
    try await session.killAndRelaunch()
    try session.expect("Test › a")
  }

  @Test("Screens above the initial routes are restored") func whatIsOpenAboveTheHomeComesBack()
    async throws
  {
    try await leaveASession()
    let session = try await TestSession(application(home: [.counter(id: "one")]), store: store)
    try session.expect("Test › one › one+")
    try session.expect("count 3,")
  }

  @Test("A session of other screens begins with the initial routes")
  func aSessionThatLeadsElsewhereBeginsWithTheHome() async throws {
    try await leaveASession()
    let session = try await TestSession(application(home: [.counter(id: "a")]), store: store)
    try session.expect("Test › a")
    try session.expectNo("› one")
    try session.expect("count 0,")
    await session.press(.escape)
    try session.expect("count 1,")
  }

  @Test("A session left at the root resumes at the initial routes")
  func aSessionThatIsLeftAtTheRootGoesOnAtTheHome() async throws {
    let left = try await TestSession(test.application, store: store)
    await left.press("+")
    let session = try await TestSession(application(home: [.counter(id: "a")]), store: store)
    try session.expect("Test › a")
  }

  @Test("A session of alternative initial routes resumes there")
  func aSessionThatBeginsWithAnotherHomeGoesOnThere() async throws {
    try await leaveASession()
    var application = application(home: [.counter(id: "a")])
    application.alternativeInitialRoutes = [[.counter(id: "b")], [.counter(id: "one")]]
    let session = try await TestSession(application, store: store)
    try session.expect("Test › one › one+")
    try session.expect("count 3,")
  }

  @Test("Alternative initial routes aren't opened without a session")
  func noOtherHomeIsOpenedWhereTheSessionHasNone() async throws {
    var application = application(home: [.counter(id: "a")])
    application.alternativeInitialRoutes = [[.counter(id: "one")]]
    try await TestSession(application, store: store).expect("Test › a")
  }

  /// The state of a file is in its route, but no part of what the route leads to.
  @Test("Initial routes that compare equal are restored with screens above")
  func aHomeThatComparesEqualComesBackWithAllAboveIt() async throws {
    func application(
      opening: [DocumentRoute] = [], home: [DocumentRoute] = []
    ) -> Application<DocumentRoute> {
      Application(
        "documents", title: "Documents", version: "9", root: .root, deepLink: opening,
        initialRoutes: home
      ) { route in
        switch route {
        case .root: CounterScreen(title: "")
        case .document(let document): CounterScreen(title: document.name + document.stamp)
        case .page: CounterScreen(title: "page")
        }
      }
    }
    func document(_ stamp: String) -> DocumentRoute { .document(.init(name: "a", stamp: stamp)) }
    let left = try await TestSession(application(opening: [document("1"), .page]), store: store)
    await left.press("+", "+")
    let session = try await TestSession(application(home: [document("2")]), store: store)
    try session.expect("Documents › a1 › page")
    try session.expect("count 2,")
    let opened = try await TestSession(application(opening: [document("3"), .page]), store: store)
    try opened.expect("Documents › a1 › page")
    try opened.expect("count 2,")
  }

  @Test("A route that can't be restored is left out with the screens above")
  func whatIsNotAdmittedIsLeftOutWithAllAboveIt() async throws {
    try await leaveASession()
    let session = try await TestSession(
      application(home: [.counter(id: "one")]) { $0 != .counter(id: "one+") }, store: store)
    try session.expect("Test › one")
    try session.expectNo("one+")
    try session.expect("count 2,")
  }

  @Test("A screen that the session lacks opens on the restored root")
  func somethingElseIsOpenedOnTheRootAsItWasLeft() async throws {
    try await leaveASession()
    let session = try await TestSession(application(opening: [.typing]), store: store)
    try session.expect("Test › Typing")
    await session.press(.escape)
    try session.expect("count 1,")
  }

  @Test("A start that opens screens saves nothing before the first key")
  func nothingIsSavedBeforeTheFirstKey() async throws {
    try await leaveASession()
    let saved = store.body
    let count = store.saveCount
    let opening = application(opening: [.counter(id: "other")])
    let session = try await TestSession(opening, store: store)
    await session.send(.resize(Size(rows: 30, columns: 100)))
    await session.send(.focus(true))
    #expect(store.body == saved)
    #expect(store.saveCount == count)
    // Whoever only looked finds the session as it was.
    let later = try await TestSession(test.application, store: store)
    try later.expect("Test › one › one+")
    await session.press("+")
    #expect(store.saveCount == count + 1)
    let again = try await TestSession(test.application, store: store)
    try again.expect("Test › other")
    try again.expect("count 1,")
  }

  @Test("Opened screens are restored after a kill") func whatWasOpenedComesBackAfterAKill()
    async throws
  {
    try await leaveASession()
    let opening = application(opening: [.counter(id: "one"), .counter(id: "other")])
    let session = try await TestSession(opening, store: store)
    await session.press("+", "a")
    let before = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
    // The one that asks for a colour is above what is opened, so it is left out if that is asked for again.
    let again = try await TestSession(opening, store: store)
    try again.expect("Test › one › other")
    try again.expect("count 1,")
  }

  @Test("An opened route that can't be saved is refused with a message")
  func whatCannotBeSavedIsNotOpenedAndThePersonIsTold() async throws {
    let session = try await TestSession(
      application(opening: [.unsavableRoute(.nan)]), store: store)
    try session.expect("What was asked for can't be saved, so it isn't opened.")
    try session.expect("count 0,")
  }

  // MARK: The banner

  private static let banner = "--insecure-http: what goes there can be read on the way."

  @Test(
    "An application's banner has a row of its own above every screen",
    arguments: [(24, 80), (10, 40)])
  func theBannerHasARowOfItsOwnAboveEveryScreen(rows: Int, columns: Int) async throws {
    let session = try await TestSession(
      application(banner: Self.banner), size: Size(rows: rows, columns: columns), store: store)
    for keys in [[], ["n"], ["?"], [.escape, "t"]] as [[Key]] {
      for key in keys { await session.press(key) }
      let row = session.frame.text(ofRow: 1)
      #expect(row.hasPrefix(" --insecure-http: what goes"))
      #expect(session.frame.cells(ofRow: 1)[1].style == .warning)
    }
    #expect(session.frame.text(ofRow: 2).hasPrefix("typed “”"))
    // Cut where there is no room, and never on two rows.
    #expect(session.frame.text(ofRow: 1).contains("…") == (columns == 40))
    #expect(session.frame.cursor == Position(row: 2, column: 7))
  }

  @Test("A screen below an application's banner has one row less", arguments: [(24, 80), (10, 40)])
  func belowABannerAScreenHasOneRowLess(rows: Int, columns: Int) async throws {
    let size = Size(rows: rows, columns: columns)
    for banner in [nil, Self.banner] {
      let session = try await TestSession(
        Application("rows", root: OnlyRoute.only, banner: banner) { _ in RowsScreen() }, size: size)
      let top = banner == nil ? 1 : 2
      #expect(session.frame.text(ofRow: top).hasPrefix("\(rows - top - 1) rows, no click"))
      // A click is counted from the screen's own first row.
      await session.send(.mouse(Mouse(.click, at: Position(row: top + 3, column: 4))))
      try session.expect("\(rows - top - 1) rows, clicked 3")
      try await session.killAndRelaunch()
      try session.expect("\(rows - top - 1) rows, clicked 3")
    }
  }

  @Test("The restoration law holds below an application's banner") func theLawHoldsBelowABanner()
    async throws
  {
    for size in [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)] {
      try await assertRestorable(
        Application("law", root: OnlyRoute.only, banner: Self.banner) { _ in TypingScreen() },
        size: size, script: .random(seed: 5, count: 120))
    }
  }
}

/// It says how many rows it has to draw in, and which one was clicked.
@MainActor private final class RowsScreen: Screen {
  struct State: RestorableState { var row: Int? }
  var state = State()

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .mouse(let mouse) = event else { return .ignored }
    state.row = mouse.position.row
    return .handled
  }

  func draw(in canvas: inout Canvas) {
    let clicked = state.row.map { "clicked \($0)" } ?? "no click"
    canvas.write("\(canvas.rows) rows, \(clicked)", row: 0)
  }
}

private enum DocumentRoute: AppRoute {
  case root, page
  case document(Document)

  struct Document: Codable, Hashable, Sendable {
    let name: String
    let stamp: String

    static func == (one: Document, other: Document) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}
