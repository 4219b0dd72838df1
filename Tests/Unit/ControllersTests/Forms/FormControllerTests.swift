import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct FormControllerTests {
  /// A form with two fields and three buttons, and what was pressed.
  @MainActor private final class Form {
    var pressed: [FormInput] = []
    let gate = Turnstile()

    var application: Application<OnlyRoute> {
      Application("form", title: "Form") {
        FormController(
          fields: [
            Field("server", label: "Server", placeholder: "example.com") {
              $0.contains(" ") ? "no blanks" : nil
            },
            Field("user", label: "User ID"),
          ],
          buttons: [
            FormButton("load", title: "Load", needsFields: true) { input, _ in
              self.pressed.append(input)
              await self.gate.wait()
              return .init(report: StatusMessage("Loaded."), nextID: "next", loaded: "it")
            },
            FormButton("fail", title: "Fail") { _, _ in
              .init(report: StatusMessage(problem: "It failed", TestError()))
            },
            FormButton("next", title: "Next", needsLoaded: true) { input, navigator in
              navigator.notify("On to \(input.loaded ?? "nothing").")
              return .init()
            },
          ])
      }
    }

    func session(
      size: Size = Size(rows: 24, columns: 80)
    ) async throws -> TestSession<OnlyRoute> {
      try await TestSession(self.application, size: size)
    }
  }

  private let form = Form()

  @Test("A form in a low window keeps the reason of an error")
  func inALowWindowTheReasonOfAFailureStays() async throws {
    let session = try await form.session(size: Size(rows: 6, columns: 60))
    await session.press(.tab, .tab, .tab, .enter)
    try session.expect("✕ The well is dry.")
    try session.expectNo("It failed")
  }

  // MARK: Typing and moving

  @Test("Keys move a form's focus round fields and buttons")
  func theFocusGoesRoundFieldsAndButtons() async throws {
    let session = try await form.session()
    #expect(session.frame.cursor?.row == 2)
    await session.press(.tab)
    #expect(session.frame.cursor?.row == 3)
    for title in ["[ Load ]", "[ Fail ]", "[ Next ]"] {
      await session.press(.tab)
      #expect(session.frame.cursor == nil)
      #expect(session.selectedButton == title)
    }
    await session.press(.down)
    #expect(session.frame.cursor?.row == 2)
    await session.press(.backTab)
    #expect(session.selectedButton == "[ Next ]")
    await session.press(.left)
    #expect(session.selectedButton == "[ Fail ]")
    await session.press(.right, .right)
    #expect(session.frame.cursor?.row == 2)
    await session.press(.up)
    #expect(session.selectedButton == "[ Next ]")
  }

  @Test("A form's typed text and caret are restored") func whatIsTypedIsRestoredWithItsCaret()
    async throws
  {
    let session = try await form.session()
    await session.type("example.org")
    await session.press(.left, .left, .left)
    await session.press(.enter)
    await session.type("q?")
    let frame = session.frame
    try await session.killAndRelaunch()
    #expect(session.frame == frame)
    await session.press(.backTab, "x")
    try session.expect("example.xorg")
  }

  @Test func aPlaceholderStandsInAnEmptyField() async throws {
    let session = try await form.session()
    try session.expect("example.com")
    await session.press("x")
    try session.expectNo("example.com")
  }

  @Test("A click focuses a form's field") func aFieldMayBeClicked() async throws {
    let session = try await form.session()
    await session.send(.mouse(Mouse(.click, at: Position(row: 3, column: 20))))
    await session.type("me")
    #expect(session.frame.text(ofRow: 3).contains("me"))
  }

  /// A form whose first text comes from its source, and which wants a text in its second field.
  private var note: Application<OnlyRoute> {
    Application("form", title: "Form") {
      FormController(
        fields: [
          Field("place", label: "Place"),
          Field("title", label: "Title", missing: "A note needs a title"),
        ],
        buttons: [
          FormButton("keep", title: "Keep", needsFields: true) { input, navigator in
            navigator.notify("Kept \(input.texts["title"] ?? "") at \(input.texts["place"] ?? "").")
            return .init()
          }
        ], source: { .init(texts: ["place": "the well"]) })
    }
  }

  @Test("A form's source fills fields until the user types")
  func whatTheSourceKnowsStandsWhereNobodyHasTyped() async throws {
    let session = try await TestSession(note)
    try session.expect("the well")
    await session.press(.backspace)
    try await session.killAndRelaunch()
    try session.expect("the wel")
    try session.expectNo("the well")
    await session.press(.tab)
    await session.type("One")
    await session.press(.tab, .enter)
    try session.expect("Kept One at the wel.")
  }

  @Test("A form's button reports the missing text") func aButtonThatNeedsATextSaysWhichIsMissing()
    async throws
  {
    let session = try await TestSession(note)
    await session.press(.tab, .tab, .enter)
    try session.expect("A note needs a title.")
    await session.type("One")
    await session.press(.tab, .enter)
    try session.expect("Kept One at the well.")
  }

  // MARK: Buttons

  @Test("A form's button gets the texts of the fields") func aButtonGetsWhatStandsInTheFields()
    async throws
  {
    let session = try await form.session()
    await session.type("host")
    await session.press(.tab, .tab, .enter)
    #expect(form.pressed.first?.texts == ["server": "host", "user": ""])
    try session.expect("Loaded.")
    #expect(session.selectedButton == "[ Next ]")
    await session.press(" ")
    try session.expect("On to it.")
  }

  @Test("A form's status message and loaded data are restored")
  func whatWasSaidLastAndWhatIsLoadedAreRestored() async throws {
    let session = try await form.session()
    await session.press(.tab, .tab, .enter)
    try await session.killAndRelaunch()
    try session.expect("Loaded.")
    await session.press(.enter)
    try session.expect("On to it.")
  }

  @Test("A form shows an error's reason and advice, and restores both")
  func aProblemSaysWhyAndIsRestored() async throws {
    let session = try await form.session()
    await session.press(.tab, .tab, .tab, .enter)
    for text in ["✕ It failed", "The well is dry.", "Dig deeper."] { try session.expect(text) }
    try await session.killAndRelaunch()
    try session.expect("Dig deeper.")
  }

  @Test("A form's button that needs data reports that nothing is loaded")
  func aButtonThatNeedsDataSaysThatThereIsNone() async throws {
    let session = try await form.session()
    await session.press(.backTab, .enter)
    try session.expect("Nothing is loaded yet.")
  }

  @Test("A form's invalid field shows its error and blocks the button")
  func whatIsWrongWithAFieldStandsBesideItAndKeepsFromLoading() async throws {
    let session = try await form.session()
    await session.type("a b")
    #expect(session.frame.text(ofRow: 2).contains("✕ no blanks"))
    await session.press(.tab, .tab, .enter)
    #expect(form.pressed.isEmpty)
    try session.expect("Server: no blanks.")
    // The focus is where something is to be done.
    #expect(session.frame.cursor?.row == 2)
    await session.press(.left, .backspace, .tab, .tab, .enter)
    #expect(form.pressed.count == 1)
  }

  @Test("A form on a narrow screen shows a field's error below the field")
  func onANarrowScreenWhatIsWrongStandsBelowTheField() async throws {
    let session = try await form.session(size: Size(rows: 12, columns: 40))
    await session.type("a b")
    try session.expect("✕ no blanks")
    let row = try #require(session.frame.cursor?.row)
    #expect(!session.frame.text(ofRow: row).contains("✕"))
  }

  @Test("A click on a form's button presses the button, a miss doesn't") func aButtonMayBeClicked()
    async throws
  {
    let session = try await form.session()
    let row = try #require((0..<24).first { session.frame.text(ofRow: $0).contains("[ Load ]") })
    let line = session.frame.text(ofRow: row)
    let column = line.distance(
      from: line.startIndex, to: try #require(line.firstRange(of: "[ Fail ]")).lowerBound)
    for miss in [column - 1, column + 8] {
      await session.send(.mouse(Mouse(.click, at: Position(row: row, column: miss))))
      try session.expectNo("It failed")
    }
    await session.send(.mouse(Mouse(.click, at: Position(row: row, column: column + 7))))
    try session.expect("✕ It failed")
  }

  @Test("A form shows Loading while a button works and presses no other")
  func whileAButtonWorksItSaysSoAndNoOtherIsPressed() async throws {
    form.gate.close()
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      form.application, framework: .standard, terminal: terminal, store: InMemorySnapshotStore(),
      time: .stopped)
    loop.start(resuming: nil)
    for key in [.tab, .tab, .enter, .enter, .tab, .enter] as [Key] {
      terminal.send(.key(key))
      loop.turn()
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(form.pressed.count == 1)
    #expect(terminal.frame.text.contains("Loading…"))
    #expect(!terminal.frame.text.contains("It failed"))
    form.gate.open()
    await loop.settle()
    #expect(terminal.frame.text.contains("Loaded."))
  }

  @Test("A form shows a result that arrived while the help was open")
  func whatComesBackWhileTheHelpIsOpenIsThereWhenItCloses() async throws {
    form.gate.close()
    let store = InMemorySnapshotStore()
    let terminal = InMemoryTerminal(size: Size(rows: 24, columns: 80))
    let loop = try ScreenLoop(
      form.application, framework: .standard, terminal: terminal, store: store, time: .stopped)
    loop.start(resuming: nil)
    for key in [.tab, .tab, .enter, .function(1)] as [Key] {
      terminal.send(.key(key))
      loop.turn()
      for _ in 0..<20 { await Task.yield() }
    }
    form.gate.open()
    for _ in 0..<20 { await Task.yield() }
    terminal.send(.key(.escape))
    loop.turn()
    await loop.settle()
    #expect(terminal.frame.text.contains("Loaded."))
  }

  // MARK: Small windows

  @Test(
    "A form's focus is visible in windows of any size",
    arguments: [(5, 20), (6, 24), (8, 30), (10, 40)])
  func whatHasTheFocusIsAlwaysInSight(rows: Int, columns: Int) async throws {
    let session = try await form.session(size: Size(rows: rows, columns: columns))
    for _ in 0..<10 {
      await session.press(.tab)
      #expect(session.frame.cursor != nil || session.selectedButton != nil, "\(session.frame.text)")
    }
  }

  @Test func theLawHoldsForAForm() async throws {
    try await assertRestorable(
      form.application, script: .random(seed: 31, count: 250))
  }
}

extension TestSession {
  /// The button that has the focus.
  fileprivate var selectedButton: String? {
    for row in 0..<frame.size.rows {
      let cells = frame.cells(ofRow: row).filter(\.style.isSelected)
      if !cells.isEmpty { return String(cells.map(\.character)) }
    }
    return nil
  }
}
