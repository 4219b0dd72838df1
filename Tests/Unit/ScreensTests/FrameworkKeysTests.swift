import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct FrameworkKeysTests {
  private let test = TestApplication()

  private func session() async throws -> TestSession<TestRoute> {
    try await TestSession(test.application)
  }

  @Test("The help lists the screen's and the framework's keys and is restored")
  func helpListsTheKeysOfTheScreenAndTheFrameworksAndIsRestored() async throws {
    let session = try await session()
    await session.press("n", "?")
    for text in [
      "Help", "+", "Count one more", "Ask for a colour", "Esc, ←, Backspace, h", "Go back",
      "?, F1", "Show these keys", "q, Ctrl-Q", "Quit (resumes here)", "Ctrl-L",
      "Ctrl-Z",
    ] {
      try session.expect(text)
    }
    try await session.killAndRelaunch()
    try session.expect("Count one more")
    await session.press(.escape)
    try session.expect("Test › one")
    try session.expect("count 0,")
  }

  @Test("The help doesn't promise to resume when nothing can be saved")
  func noPlaceIsPromisedWhereNothingIsSaved() async throws {
    let store = InMemorySnapshotStore()
    let session = try await TestSession(test.application, store: store)
    store.failure = .tooLarge(bytes: 1)
    await session.press("n")
    await session.press("?")
    try session.expect("q, Ctrl-Q")
    try session.expectNo("resumes here")
    store.failure = nil
    await session.press(.escape)
    await session.press("?")
    try session.expect("Quit (resumes here)")
  }

  @Test("Messages open while empty, and q closes them", arguments: ["!", .function(2)] as [Key])
  func theMessagesOpenAlsoWhereThereAreNone(key: Key) async throws {
    let session = try await session()
    try session.expectNo("! messages")
    await session.press(key)
    try session.expect("No messages yet.")
    try await session.killAndRelaunch()
    try session.expect("No messages yet.")
    // What q does mustn't depend on whether there were any.
    await session.press("q")
    #expect(!session.hasQuit)
    try session.expectNo("No messages yet.")
    // The help lists the key all the same.
    await session.press("?")
    try session.expect("!, F2")
    try session.expectNo("! messages")
  }

  @Test("The root screen's help has no key to go back") func theRootsHelpKnowsNoWayBack()
    async throws
  {
    let session = try await session()
    await session.press("?")
    try session.expectNo("Esc, ←")
  }

  @Test("The help key in the help opens no second help")
  func askingForHelpInTheHelpOpensNoMoreOfIt() async throws {
    let session = try await session()
    await session.press("?", "?", .function(1))
    try session.expectNo("Help › Help")
    await session.press(.escape)
    try session.expect("count 0,")
  }

  @Test(
    "The help is closed by every back key, and Ctrl-Q quits",
    arguments: [Key.escape, "q", "h", .left, .backspace])
  func whatLiesAboveAScreenIsClosedByTheKeyThatClosesItEverywhere(key: Key) async throws {
    let session = try await session()
    await session.press("n", "?")
    try session.expect("Esc close")
    try session.expect("Ctrl-Q quit")
    await session.press(key)
    #expect(!session.hasQuit)
    try session.expectNo("Esc close")
    try session.expect("Test › one")
    // Ctrl-Q quits anywhere.
    await session.press("?", .control("q"))
    #expect(session.hasQuit)
  }

  @Test(
    "A key with Alt doesn't act as the key alone",
    arguments: [Key.alt("j"), .alt("q"), Key.left.withAlt, .alt("?")])
  func aKeyTogetherWithAltIsNoneOfTheKeysAlone(key: Key) async throws {
    let session = try await session()
    await session.press("n")
    let before = session.frame
    await session.press(key)
    #expect(session.frame == before)
    #expect(!session.hasQuit)
  }

  @Test(arguments: [Key("q"), .control("q")])
  func quittingIsAKeyOfEveryScreen(key: Key) async throws {
    let session = try await session()
    await session.press("n", key)
    #expect(session.hasQuit)
    try await session.killAndRelaunch()
    try session.expect("Test › one")
  }

  @Test("Letters are text, not framework keys, while typing")
  func whereLettersAreTypedTheyAreNoKeysOfTheFrameworks() async throws {
    let session = try await session()
    await session.press("t")
    await session.type("q?")
    try session.expect("typed “q?”")
    #expect(!session.hasQuit)
    await session.press(.left, .backspace)
    try session.expect("typed “?”")
    try session.expect("F1 help")
    try session.expect("Ctrl-Q quit")
    await session.press(.function(1))
    try session.expect("F1")
    try session.expectNo("q, Ctrl-Q")
    await session.press(.escape, .control("q"))
    #expect(session.hasQuit)
  }

  @Test("F3 locks while typing") func whereLettersAreTypedAKeyLocksAllTheSame() async throws {
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      test.application, framework: .standard, terminal: terminal,
      store: InMemorySnapshotStore(), time: .stopped)
    var locks = 0
    loop.onLock = { locks += 1 }
    loop.start(resuming: nil)
    for key in ["t", "L"] as [Key] {
      terminal.send(.key(key))
      loop.turn()
      await loop.settle()
    }
    #expect(terminal.frame.text.contains("typed “L”"))
    #expect(terminal.frame.text.contains("F3 lock"))
    #expect(locks == 0)
    // What leads to all keys has room before it.
    terminal.send(.resize(Size(rows: 10, columns: 24)))
    loop.turn()
    #expect(terminal.frame.text.contains("F1 help  Ctrl-Q quit"))
    terminal.send(.key(.function(3)))
    loop.turn()
    #expect(locks == 1)
  }

  @Test("A screen's own key wins over the framework's key") func aKeyThatTheScreenUsesIsTheScreens()
    async throws
  {
    let session = try await session()
    await session.press("2")
    try session.expect("q own")
    try session.expect("F1 help")
    try session.expect("Ctrl-Q quit")
    await session.press("q")
    try session.expect("other “q”")
    #expect(!session.hasQuit)
    await session.press(.function(1))
    try session.expect("Something of its own")
    try session.expectNo("?, F1")
  }

  // MARK: Pickers

  @Test("A picker's choice reaches the screen that opened it")
  func whatIsChosenReachesTheScreenThatAsked() async throws {
    let session = try await session()
    await session.press("n", "a")
    #expect(session.selectedText == "● Red")
    await session.press(.down, .enter)
    try session.expect("answer colour g")
    try session.expect("Test › one")
  }

  @Test("A picker's choice after a relaunch reaches its screen")
  func aPickerAnswersAfterARelaunchToo() async throws {
    let session = try await session()
    await session.press("n", "+", "a", .down)
    test.forget()
    try await session.killAndRelaunch()
    #expect(session.selectedText == "Green")
    #expect(test.built == [.root])
    await session.press(.enter)
    try session.expect("answer colour g")
    try session.expect("count 1,")
    try await session.killAndRelaunch()
    try session.expect("answer colour g")
  }

  @Test("A picker that is left gives no result") func aPickerThatIsLeftAnswersNothing() async throws
  {
    let session = try await session()
    await session.press("a", .down, .escape)
    try session.expect("answer none")
  }

  @Test("A picker's choice reaches no screen if its own can't be restored")
  func anAnswerWhoseAskerCannotComeBackReachesNobodyElse() async throws {
    let other = #"{"route":{"two":{}},"state":{"answer":""},"title":"Other","version":1}"#
    let picker =
      #"{"framework":{"picker":{"_0":{"choices":[{"id":"r","label":"Red"}],"currentID":null,"question":"colour","title":"Colour"}}},"state":{},"title":"Colour","version":1}"#
    let store = InMemorySnapshotStore(body: body(of: other, SavedEntry.unknown, picker))
    let session = try await TestSession(test.application, store: store)
    try session.expect("Red")
    await session.press(.enter)
    try session.expect("other “”")
    try session.expect("“Later” couldn't be reopened.")
  }
}
