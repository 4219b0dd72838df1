import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ScreenStackTests {
  private let test = TestApplication()

  private func session(
    _ store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<TestRoute> {
    try await TestSession(test.application, store: store)
  }

  // MARK: Opening and going back

  @Test("Going back shows the screen below as it was")
  func aScreenThatIsOpenedStandsOnTopAndGoingBackShowsTheOneBelowAsItWas() async throws {
    let session = try await session()
    await session.press("+", "+", "n", "+")
    try session.expect("Test › one")
    try session.expect("count 1,")
    await session.press(.escape)
    try session.expect("count 3,")
    #expect(test.built == [.root, .counter(id: "one")])
  }

  @Test(arguments: [Key.escape, .left, .backspace, "p"])
  func poppingTheLastScreenIsRefused(key: Key) async throws {
    let session = try await session()
    await session.press("+", key, key)
    try session.expect("count 1,")
    #expect(!session.hasQuit)
    try await session.killAndRelaunch()
    try session.expect("count 1,")
  }

  @Test(
    "A snapshot without a root screen gets one at the bottom",
    arguments: [1, Snapshot.maximumDepth])
  func whateverLiesAtTheBottomTheRootIsBelowIt(depth: Int) async throws {
    let picker =
      #"{"framework":{"picker":{"_0":{"choices":[],"question":"q","title":"Hostile"}}},"state":{},"title":"Hostile","version":1}"#
    let entries = Array(repeating: Snapshot.Entry(bytes: Array(picker.utf8)), count: depth)
    let saved = Snapshot(
      application: "test", version: "9", account: nil, savedAt: 0, entries: entries)
    let session = try await session(InMemorySnapshotStore(body: saved.body))
    try session.expect("Hostile")
    for _ in 1...Snapshot.maximumDepth { await session.press(.escape) }
    try session.expect("count 0,")
    try await session.killAndRelaunch()
    try session.expect("count 0,")
  }

  /// A breadcrumb is measured at every paint, and a file may say anything.
  @Test(
    "The breadcrumb shows at most 200 characters of a saved title",
    arguments: ["x", "e\u{301}", "e" + String(repeating: "\u{301}", count: 500)])
  func aSavedTitleIsOfNoMoreThanTwoHundredCharacters(character: String) async throws {
    let title = String(repeating: character, count: 1_000)
    let entries = ["", title, "top"].enumerated().map { depth, title in
      #"{"route":{"\#(depth == 0 ? "root" : "counter")":{\#(depth == 0 ? "" : #""id":"one""#)}},"state":{},"title":"\#(title)"}"#
    }
    let saved = Snapshot(
      application: "test", version: "9", account: nil, savedAt: 0,
      entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) })
    let session = try await TestSession(
      test.application, size: Size(rows: 10, columns: 1_300),
      store: InMemorySnapshotStore(body: saved.body))
    // An “e” of “Test” and of “one” counts too.
    let shown = session.frame.text(ofRow: 0).count {
      $0.unicodeScalars.first == character.unicodeScalars.first
    }
    #expect((3...202).contains(shown))
  }

  @Test func aStackHasAtMostThirtyTwoScreens() async throws {
    let session = try await session()
    for _ in 1..<Snapshot.maximumDepth { await session.press("n") }
    #expect(test.built.count == Snapshot.maximumDepth)
    await session.press("n")
    try session.expect("No more screens can be opened. Go back first.")
    #expect(test.built.count == Snapshot.maximumDepth)
    // What the key changed beside is saved all the same, and the deepest stack comes back.
    try session.expect("count 1,")
    try await session.killAndRelaunch()
    try session.expect("count 1,")
    for _ in 1..<Snapshot.maximumDepth { await session.press(.escape) }
    try session.expectNo("›")
    try session.expect("count 1,")
  }

  // MARK: Coming back

  @Test("A relaunch builds only the top screen") func onlyTheTopIsBuiltAtRelaunch() async throws {
    let session = try await session()
    await session.press("n", "n", "+")
    test.forget()
    try await session.killAndRelaunch()
    // The loop is made with a root, in case nothing can come back.
    #expect(test.built == [.root, .counter(id: "one+")])
    try session.expect("Test › one › one+")
    await session.press(.escape)
    #expect(test.built == [.root, .counter(id: "one+"), .counter(id: "one")])
    try session.expect("count 1,")
    await session.press(.escape)
    #expect(test.built.count == 4)
    try session.expect("count 1,")
  }

  @Test("An unknown top screen is quarantined, the screen below is shown")
  func aTopThatNobodyKnowsFallsToTheOneBelowAndIsKept() async throws {
    let saved = body(of: SavedEntry.root, SavedEntry.counter, SavedEntry.unknown)
    let store = InMemorySnapshotStore(body: saved)
    let session = try await session(store)
    try session.expect("Test › A")
    try session.expect("count 2,")
    try session.expect("“Later” couldn't be reopened. A copy is kept as aside 1.")
    #expect(store.quarantinedBodies == [saved])
    #expect(store.body == saved)
    // One copy is enough.
    await session.press("+", "+")
    #expect(store.quarantinedBodies == [saved])
    #expect(store.body != saved)
  }

  @Test("An unknown screen without a title is reported as a screen")
  func oneWithoutATitleIsCalledAScreen() async throws {
    let store = InMemorySnapshotStore(
      body: body(of: SavedEntry.root, #"{"route":{"gone":{}},"state":{},"title":""}"#))
    let session = try await session(store)
    try session.expect("A screen couldn't be reopened. A copy is kept as aside 1.")
  }

  @Test("Several unknown screens are all reported") func severalThatNobodyKnowsAreAllNamed()
    async throws
  {
    let store = InMemorySnapshotStore(
      body: body(of: SavedEntry.root, SavedEntry.unknown, SavedEntry.unknown))
    let session = try await session(store)
    try session.expect("count 1,")
    try session.expect("“Later” couldn't be reopened. “Later” couldn't be reopened.")
    #expect(store.quarantinedBodies.count == 1)
  }

  @Test("A session of unknown screens begins at a fresh root")
  func whereNothingComesBackTheRootIsThereAfresh() async throws {
    let store = InMemorySnapshotStore(body: body(of: SavedEntry.unknown, "7", #"{"route":1}"#))
    let session = try await session(store)
    try session.expect("count 0,")
    #expect(store.quarantinedBodies.count == 1)
    await session.press("+")
    try await session.killAndRelaunch()
    try session.expect("count 1,")
  }

  @Test("An unknown screen below the top is saved byte for byte")
  func aScreenBelowThatNobodyKnowsIsCarriedThroughSavesByteForByte() async throws {
    let store = InMemorySnapshotStore(
      body: body(of: SavedEntry.root, SavedEntry.unknown, SavedEntry.counter))
    let session = try await session(store)
    try session.expect("Test › Later › A")
    await session.press("+", "n", "+", .escape, "+")
    let saved = try store.snapshot
    #expect(saved.entries.count == 3)
    #expect(saved.entries[0].bytes == Array(SavedEntry.root.utf8))
    #expect(saved.entries[1].bytes == Array(SavedEntry.unknown.utf8))
    #expect(saved.entries[2].bytes != Array(SavedEntry.counter.utf8))
    #expect(store.quarantinedBodies == [])
  }

  @Test("An unknown screen below the top is skipped and quarantined")
  func aScreenBelowThatNobodyKnowsIsSkippedOnTheWayBackAndKept() async throws {
    let store = InMemorySnapshotStore(
      body: body(of: SavedEntry.root, SavedEntry.unknown, SavedEntry.counter))
    let session = try await session(store)
    await session.press("+", .escape)
    try session.expect("count 1,")
    try session.expect("“Later” couldn't be reopened.")
    let aside = try Snapshot(body: try #require(store.quarantinedBodies.first))
    #expect(aside.entries[1].bytes == Array(SavedEntry.unknown.utf8))
  }

  @Test("A route of a type without screens is refused and named")
  func aRouteOfAnotherTypeOpensNothingAndIsNamed() async throws {
    let session = try await session()
    await session.press("F")
    try session.expect("This application has no screen for OnlyRoute: a bug in the application.")
    try session.expect("count 1,")
    #expect(test.built.count == 1)
  }

  @Test("A state with bad keys is restored without them and quarantined")
  func aStateWithBadKeysComesBackWithoutThemAndIsKept() async throws {
    let bad = #"{"route":{"root":{}},"state":{"answer":[],"count":5},"title":"Home","version":1}"#
    let store = InMemorySnapshotStore(body: body(of: bad))
    let session = try await session(store)
    try session.expect("count 5, answer none")
    try session.expect("“Home” came back without answer. A copy is kept as aside 1.")
    #expect(store.quarantinedBodies == [body(of: bad)])
  }

  @Test("A resumed session without changes isn't saved")
  func whatResumedAndDoesNotDifferIsNotSavedAnew() async throws {
    let saved = body(of: SavedEntry.root, SavedEntry.counter)
    let store = InMemorySnapshotStore(body: saved)
    let session = try await session(store)
    await session.press(.up)
    #expect(store.saveCount == 0 && store.body == saved)
    await session.press("+")
    #expect(store.saveCount == 1)
    // One that wasn't even built is left as it was.
    #expect(try store.snapshot.entries[0].bytes == Array(SavedEntry.root.utf8))
  }

  // MARK: What can't be saved

  @Test("A screen whose route can't be saved isn't opened")
  func aScreenWhoseRouteCannotBeSavedIsNotOpened() async throws {
    let session = try await session()
    await session.press("U")
    try session.expectNo("never seen")
    try session.expect("That screen can't be saved, so it isn't opened.")
    try session.expect("count 1,")
    // The screen below goes on, and what the key changed beside is saved.
    try await session.killAndRelaunch()
    try session.expect("count 1,")
    await session.press("+")
    try session.expect("count 2,")
    try await session.killAndRelaunch()
    try session.expect("count 2,")
  }
}
