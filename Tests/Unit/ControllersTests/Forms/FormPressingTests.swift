import Screens
import Terminals
import Testing

@testable import Controllers

/// A form's keys, and a button's work: its beginning, its outcome, and its end.
@MainActor @Suite struct FormPressingTests {
  private final class Log {
    var presses: [[String: String]] = []
    var seen: [String?] = []
    var say: (@MainActor (String) -> Void)?
    weak var form: FormController?
  }

  private let log = Log()
  private let stage = Stage()

  private func form(
    outcome: FormButton.Outcome = FormButton.Outcome(), initial: FormButton.Outcome? = nil,
    submitID: String? = "go", beginsAnew: Bool = false
  ) -> FormController {
    let form = StartController(
      fields: [
        Field("user", label: "User", missing: "Say who you are"),
        Field("word", label: "Word", isSecret: true),
      ],
      buttons: [
        FormButton("go", title: "Go") { [log] input, _ in
          log.presses.append(input.texts)
          log.seen.append(log.form?.activity)
          input.say("3 of 4")
          log.seen.append(log.form?.activity)
          log.say = input.say
          return outcome
        },
        FormButton("keep", title: "Keep", needsFields: true) { [log] input, _ in
          log.presses.append(input.texts)
          return outcome
        },
        FormButton("erase", title: "Erase", isOffered: true) { _, _ in FormButton.Outcome() },
      ], submitID: submitID, isFirstScreen: beginsAnew,
      choices: {
        StartChoices(
          title: "Known", valueTitle: "",
          rows: [StartChoice("ann", title: "ann", outcome: .init(texts: ["user": "ann"]))])
      }, source: { initial })
    log.form = form
    return form
  }

  private func loaded(
    outcome: FormButton.Outcome = FormButton.Outcome(), initial: FormButton.Outcome? = nil,
    focusID: String? = nil, beginsAnew: Bool = false
  ) async -> FormController {
    let form = form(outcome: outcome, initial: initial, beginsAnew: beginsAnew)
    form.state.focusID = focusID
    await form.load(.appear, stage.navigator)
    return form
  }

  // MARK: Keys

  @Test("A form offers key bindings for the focused part") func eachPartHasItsKeys() {
    let form = form()
    func help() -> [String] { form.bindings.map(\.help) }
    let moving = ["Next field", "Previous field"]
    #expect(help() == moving + ["Next field"])
    #expect(form.isTyping)
    form.state.focusID = "word"
    #expect(help() == moving + ["Press “Go”"])
    #expect(form.bindings.last?.label == "go")
    form.state.focusID = "keep"
    #expect(help() == moving + ["Press the button", "Previous button", "Next button"])
    #expect(!form.isTyping)
    form.state.focusID = "ann"
    #expect(help() == moving + ["Fill in the fields with this"])
    #expect(!form.isTyping)
    form.busyID = "go"
    #expect(help() == ["Cancel loading"] + moving + ["Fill in the fields with this"])
    let other = self.form(submitID: nil)
    other.state.focusID = "word"
    #expect(other.bindings.map(\.help) == moving + ["Next field"])
    stage.press(.enter, in: other)
    #expect(other.state.focusID == "go")
  }

  @Test("Arrow keys move a form's focus round fields, buttons and choices")
  func theFocusGoesRoundEverythingThatIsThere() {
    let form = form()
    var ids: [String] = []
    for _ in 0..<6 {
      stage.press(.down, in: form)
      ids.append(form.focusID)
    }
    #expect(ids == ["word", "go", "keep", "ann", "user", "word"])
    stage.press(.up, .up, in: form)
    #expect(form.focusID == "ann")
    form.state.focusID = "no such part"
    #expect(form.focusID == "user")
  }

  @Test("A form's initial focus applies until the user moves the focus")
  func theFocusIsWhereTheApplicationWantsItUntilThePersonMoves() {
    let form = FormController(
      fields: [Field("user", label: "User")],
      buttons: [FormButton("go", title: "Go") { _, _ in FormButton.Outcome() }], focusID: "go")
    #expect(form.focusID == "go")
    form.state.focusID = "user"
    #expect(form.focusID == "user")
    #expect(FormController(fields: [], buttons: []).focusID == "")
    #expect(!form.reloadsWhenUncovered)
    #expect(self.form().reloadsWhenUncovered)
  }

  @Test("A key that edits a form's field saves the text, unless secret")
  func aKeyThatEditsMakesTheFieldThePersonsOwn() {
    let form = form()
    #expect(form.handle(.key(.function(5)), stage.navigator) == .ignored)
    #expect(form.state.focusID == nil)
    #expect(form.handle(.key(.left), stage.navigator) == .handled)
    #expect(form.state.focusID == "user")
    #expect(form.state.texts.isEmpty)
    #expect(form.handle(.key("x"), stage.navigator) == .handled)
    #expect(form.state.texts == ["user": TextEntry("x")])
    form.state.focusID = "word"
    stage.press("y", "z", in: form)
    #expect(form.state.texts == ["user": TextEntry("x")])
    #expect(form.secrets == ["word": TextEntry("yz")])
    #expect(form.shownText(form.fields[1]) == TextEntry("••"))
    stage.press(.left, in: form)
    #expect(form.shownText(form.fields[1]) == TextEntry("••", caret: 1))
    form.state.focusID = "keep"
    #expect(form.handle(.key("x"), stage.navigator) == .ignored)
  }

  @Test(
    "Only clicks press a form's parts, the wheel doesn't",
    arguments: [Mouse.Action.click, .doubleClick, .scrollUp, .scrollDown])
  func onlyAClickHitsSomething(action: Mouse.Action) async {
    let form = await loaded()
    let isClick = action == .click || action == .doubleClick
    func hit(_ id: String) {
      let area = FormLayout(form, size: stage.size).areas.first { $0.id == id }?.area
      stage.mouse(action, row: area?.row ?? 0, column: area?.column ?? 0, in: form)
    }
    hit("word")
    #expect(form.state.focusID == (isClick ? "word" : nil))
    form.state.report = StatusMessage("Old.")
    hit("ann")
    #expect(form.state.texts == (isClick ? ["user": TextEntry("ann")] : [:]))
    #expect((form.state.report == nil) == isClick)
    hit("go")
    #expect(stage.hasWork == isClick)
    let elsewhere = Event.mouse(Mouse(action, at: Position(row: 0, column: 0)))
    #expect(form.handle(elsewhere, stage.navigator) == .handled)
  }

  // MARK: Pressing

  @Test("A form's button pressed before loading is pressed once afterwards")
  func aButtonThatIsPressedTooEarlyIsPressedOnceTheScreenIsLoaded() async {
    let form = form()
    form.state.focusID = "go"
    stage.press(.enter, in: form)
    #expect(stage.notices == ["Loading…"] && !stage.hasWork)
    await form.load(.appear, stage.navigator)
    #expect(stage.hasWork)
    await stage.work()
    #expect(log.presses == [["user": ""]])
    await form.load(.appear, stage.navigator)
    #expect(!stage.hasWork)
  }

  @Test("A form opens a recovery in place of a button that waits")
  func aRemedyComesBeforeTheButtonThatWaits() async {
    let form = form(initial: FormButton.Outcome(problem: "No", RecoverableTestError()))
    form.state.focusID = "go"
    stage.press(.enter, in: form)
    await form.load(.appear, stage.navigator)
    #expect(stage.opened == ["only"] && !stage.hasWork)
    await form.load(.appear, stage.navigator)
    #expect(stage.opened == ["only"] && !stage.hasWork)
  }

  @Test("A form presses the button again after a recovery") func whatARemedyWasForIsPressedAgain()
    async
  {
    let form = await loaded()
    form.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1 && !stage.hasWork)
    form.state.focusID = "go"
    stage.press(.enter, in: form)
    await stage.work()
    form.state.focusID = "user"
    form.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 1 && stage.hasWork)
    await stage.work()
    #expect(log.presses.count == 2)
  }

  @Test(
    "A restored form loads before a recovery presses its button",
    arguments: [("go", true), ("user", false)])
  func aFormThatComesBackWithTheRemedyLoadsFirst(focusID: String, isPressed: Bool) async {
    let form = form()
    form.state.focusID = focusID
    form.receive(.recovered, stage.navigator)
    #expect(stage.refreshes == 0 && !stage.hasWork)
    await form.load(.appear, stage.navigator)
    #expect(stage.hasWork == isPressed)
    await stage.work()
    await form.load(.appear, stage.navigator)
    #expect(!stage.hasWork)
  }

  @Test("A form runs one button at a time and shows its progress")
  func oneButtonWorksAtATimeAndSaysHowFarItIs() async {
    let form = await loaded(focusID: "go")
    #expect(form.activity == nil)
    stage.press(.enter, .enter, in: form)
    #expect(form.activity == "Loading…")
    #expect(stage.cancelled == [.loading])
    await stage.work()
    #expect(log.presses.count == 1)
    #expect(log.seen == ["Loading…", "Loading… 3 of 4"])
    #expect(form.activity == nil)
    // Its last words are for nobody.
    log.say?("4 of 4")
    #expect(form.progress == nil)
    stage.press(.enter, in: form)
    #expect(form.activity == "Loading…")
  }

  @Test("Escape cancels a form's button") func escapeGivesUpTheWork() async {
    let form = await loaded(focusID: "go")
    stage.press(.enter, in: form)
    form.progress = "3 of 4"
    stage.press(.escape, in: form)
    #expect(stage.cancelled == [.loading, "button"])
    #expect(stage.notices == ["Cancelled."])
    #expect(form.activity == nil && form.progress == nil)
    #expect(form.handle(.key(.escape), stage.navigator) == .ignored)
  }

  @Test("A form's blocked button names the missing field, keeps the message")
  func aButtonThatNeedsTheFieldsSaysWhatIsMissingAndLeavesTheReport() async {
    let form = await loaded(focusID: "keep")
    form.state.report = StatusMessage("Old.")
    form.state.texts["user"] = TextEntry("  ")
    stage.press(.enter, in: form)
    #expect(stage.notices == ["Say who you are."] && !stage.hasWork)
    #expect(form.state.focusID == "user")
    #expect(form.state.report == StatusMessage("Old."))
    form.state.texts["user"] = TextEntry(" a")
    form.state.focusID = "keep"
    stage.press(.enter, in: form)
    #expect(stage.hasWork && form.state.report == nil)
    #expect(form.state.focusID == "keep")
  }

  @Test("A form's button without required fields keeps the status message")
  func aButtonThatNeedsNoFieldsLeavesTheReportUntilItHasAnother() async {
    let form = await loaded(focusID: "go")
    form.state.report = StatusMessage("Old.")
    stage.press(.enter, in: form)
    #expect(form.state.report == StatusMessage("Old."))
    await stage.work()
    #expect(form.state.report == StatusMessage("Old."))
  }

  /// The secret has to be typed again when the screen comes back.
  @Test("A form's button pressed from a secret field leaves the focus there")
  func pressedFromASecretTheFocusStaysThere() async throws {
    let form = await loaded(focusID: "word")
    stage.press(.enter, in: form)
    #expect(form.state.focusID == "word" && stage.hasWork)
    let other = await loaded(focusID: "word")
    other.state.texts["user"] = TextEntry("a")
    let layout = FormLayout(other, size: stage.size)
    let area = try #require(layout.areas.first { $0.id == "keep" }?.area)
    stage.mouse(.click, row: area.row, column: area.column, in: other)
    #expect(other.state.focusID == "keep" && stage.notices == [])
  }

  // MARK: Outcomes

  @Test("A form's outcome changes only the properties that it names")
  func anOutcomeChangesWhatItNamesAndNothingElse() async {
    let form = await loaded(focusID: "go")
    form.state.report = StatusMessage("Old.")
    form.state.loaded = "old"
    form.state.texts["user"] = TextEntry("old")
    form.secrets["word"] = TextEntry("old")
    let before = form.state
    form.apply(FormButton.Outcome())
    #expect(form.state == before && form.secrets == ["word": TextEntry("old")])
    form.apply(FormButton.Outcome(emptiesSecrets: true))
    #expect(form.state == before && form.secrets.isEmpty)
    form.apply(
      FormButton.Outcome(
        report: StatusMessage("New."), nextID: "user", loaded: "new", texts: ["user": "new"]))
    var after = before
    after.report = StatusMessage("New.")
    after.focusID = "user"
    after.loaded = "new"
    after.texts = ["user": TextEntry("new")]
    #expect(form.state == after)
  }

  @Test("A form's failed outcome has a status message and maybe a recovery")
  func aFailureHasAReportAndPerhapsARemedy() {
    let recovered = FormButton.Outcome(problem: "No", RecoverableTestError())
    #expect(
      recovered.recoveryRoute is OnlyRoute && recovered.report?.text.hasPrefix("No: ") == true)
    let failed = FormButton.Outcome(problem: "No", TestError())
    #expect(
      failed.recoveryRoute == nil && failed.report == StatusMessage(problem: "No", TestError()))
    for outcome in [recovered, failed, FormButton.Outcome()] {
      #expect(outcome.nextID == nil && outcome.loaded == nil && outcome.texts.isEmpty)
      #expect(!outcome.emptiesSecrets)
    }
  }

  @Test("A form takes the outcome of a result from an opened screen")
  func anAnswerToWhatAButtonOpenedHasAnOutcome() async {
    let form = FormController(
      fields: [], buttons: [],
      onResult: { FormButton.Outcome(report: StatusMessage("It is \($0.choiceID).")) })
    form.receive(ScreenResult(question: "size", choiceID: "L"), stage.navigator)
    #expect(form.state.report == StatusMessage("It is L."))
    #expect(stage.refreshes == 0)
  }

  @Test("A form shows an offered button while a status message offers it")
  func aButtonIsThereWhileAReportOffersIt() async {
    let form = await loaded()
    #expect(form.buttons.map(\.id) == ["go", "keep"])
    form.state.report = StatusMessage(problem: "No", TestError(), offer: "erase")
    #expect(form.buttons.map(\.id) == ["go", "keep", "erase"])
    form.state.report = StatusMessage(problem: "No", TestError(), offer: "go")
    #expect(form.buttons.map(\.id) == ["go", "keep"])
  }

  @Test("A form prefers typed texts to those of its source")
  func whatIsTypedCountsBeforeWhatTheSourceKnows() async {
    let form = await loaded(
      initial: .init(report: StatusMessage("One."), loaded: "one", texts: ["user": "ann"]))
    #expect(form.text(form.fields[0]) == TextEntry("ann"))
    #expect(form.report == StatusMessage("One.") && form.loaded == "one")
    form.state.texts["user"] = TextEntry("")
    form.state.report = StatusMessage("Two.")
    form.state.loaded = "two"
    #expect(form.text(form.fields[0]) == TextEntry(""))
    #expect(form.report == StatusMessage("Two.") && form.loaded == "two")
  }

  // MARK: Beginning anew

  @Test("A start form saves the focus at a typed secret field", arguments: [true, false])
  func aStartBeginsWhereTheSecretHasToBeTypedAgain(beginsAnew: Bool) async {
    let form = await loaded(focusID: "go", beginsAnew: beginsAnew)
    #expect(form.encodeState().focusID == "go")
    form.secrets["word"] = TextEntry("")
    #expect(form.encodeState().focusID == "go")
    form.secrets["word"] = TextEntry("x")
    #expect(form.encodeState().focusID == (beginsAnew ? "word" : "go"))
    #expect(form.state.focusID == "go")
    form.state.report = StatusMessage("Done.")
    form.prepareToQuit()
    #expect(form.state.report == (beginsAnew ? nil : StatusMessage("Done.")))
  }

  // MARK: Questions before something is done

  @Test("A confirmation form focuses its cancel button first")
  func aConfirmationBeginsWithTheButtonThatChangesNothing() async {
    let form = FormController.confirmation(
      title: "Erase", cancelID: "keep",
      actions: [
        FormButton("erase", title: "Erase") { [log] input, navigator in
          log.presses.append(input.texts)
          navigator.pop()
          return FormButton.Outcome()
        }
      ]
    ) { .init(report: StatusMessage("All of it.")) }
    let stage = Stage(rows: 5, columns: 30)
    await form.load(.appear, stage.navigator)
    #expect(form.title == "Erase" && form.focusID == "keep" && form.asksForConsent)
    #expect(stage.lines(of: form) == ["", "", " [ Cancel ]  [ Erase ]", "", " All of it."])
    stage.press(.enter, in: form)
    await stage.work()
    #expect(stage.pops == 1 && log.presses.isEmpty)
    stage.press(.right, .enter, in: form)
    await stage.work()
    #expect(stage.pops == 2 && log.presses.count == 1)
    let other = FormController.confirmation(
      title: "", cancelID: "keep", cancelTitle: "Leave it", actions: []
    ) { .init() }
    #expect(other.buttons.map(\.title) == ["Leave it"])
  }
}
