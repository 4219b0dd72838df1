import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// The events and loads of a screen that is opened, and of one whose upper neighbour is closed.
@MainActor @Suite struct UncoveringTests {
  private let book = Book()
  private let store = InMemorySnapshotStore()

  private func session(
    opening: [PageRoute] = [], home: [PageRoute] = []
  ) async throws -> TestSession<PageRoute> {
    try await TestSession(book.application(opening: opening, home: home), store: store)
  }

  @Test("An uncovered screen gets its new size and loads nothing")
  func itHearsOfTheRoomThatItHasAndLoadsNothing() async throws {
    let session = try await session()
    await session.press("n")
    await session.send(.resize(Size(rows: 10, columns: 40)))
    #expect(book.sizes == ["2 8x40"])
    await session.press(.escape)
    #expect(book.sizes == ["2 8x40", "1 8x40"])
    #expect(book.loads == ["1 appear", "2 appear"])
  }

  @Test("An uncovered screen that wants to reloads")
  func itLoadsAnewIfTheScreenAboveChangesItsData() async throws {
    book.reloads = true
    let session = try await session()
    await session.press("n", .escape)
    #expect(book.loads == ["1 appear", "2 appear", "1 appear"])
  }

  /// It is built with the room that it has.
  @Test("An uncovered screen that is built only then loads")
  func oneThatIsBuiltOnlyThenHearsOfNothingAndLoads() async throws {
    let session = try await session()
    await session.press("n")
    try await session.killAndRelaunch()
    #expect(book.sizes == [])
    #expect(book.loads == ["1 appear", "2 appear", "2 appear"])
    await session.press(.escape)
    #expect(book.sizes == [])
    #expect(book.loads.last == "1 appear")
    #expect(book.loads.count == 4)
  }

  // MARK: What is asked for comes from its source

  @Test("A screen opened by the command line loads from its source")
  func whatIsAskedForIsLoadedFromItsSource() async throws {
    let session = try await session(opening: [.page(2)])
    #expect(book.loads == ["2 userRefresh"])
    await session.press(.up)
    try await session.killAndRelaunch()
    #expect(book.loads == ["2 userRefresh", "2 appear"])
    // Also where it is open already.
    _ = try await self.session(opening: [.page(2)])
    #expect(book.loads == ["2 userRefresh", "2 appear", "2 userRefresh"])
  }

  @Test("Initial routes load from their source at the first start")
  func soIsAHomeThatIsOpenedForTheFirstTime() async throws {
    let session = try await session(home: [.page(3)])
    #expect(book.loads == ["3 userRefresh"])
    await session.press(.up)
    try await session.killAndRelaunch()
    #expect(book.loads == ["3 userRefresh", "3 appear"])
  }
}

private enum PageRoute: AppRoute {
  case page(Int)
}

/// The loads and events of its pages.
@MainActor private final class Book {
  var loads: [String] = []
  var sizes: [String] = []
  var reloads = false

  func application(opening: [PageRoute], home: [PageRoute]) -> Application<PageRoute> {
    Application("book", root: PageRoute.page(1), deepLink: opening, initialRoutes: home) { route in
      switch route {
      case .page(let number): PageScreen(number, self)
      }
    }
  }
}

@MainActor private final class PageScreen: Screen {
  struct State: RestorableState {}
  var state = State()
  private let number: Int
  private let book: Book

  init(_ number: Int, _ book: Book) {
    self.number = number
    self.book = book
  }

  var reloadsWhenUncovered: Bool { book.reloads }

  var bindings: [KeyBinding] {
    [KeyBinding("n", help: "Next page") { $0.push(PageRoute.page(self.number + 1)) }]
  }

  func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    guard case .resize = event else { return bindings.perform(event, navigator) }
    book.sizes.append("\(number) \(navigator.size.rows)x\(navigator.size.columns)")
    return .handled
  }

  func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    book.loads.append("\(number) \(loadReason)")
  }

  func draw(in canvas: inout Canvas) {}
}
