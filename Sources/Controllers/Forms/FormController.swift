public import Restoration
public import Screens
public import Terminals
import Values

/// A form: fields, buttons, and the outcome of the button pressed last.
@MainActor public class FormController: Screen {
  /// The steps from older states: some questions were lists once, and begin anew.
  public static var migrations: [Migration] {
    let wasList = Migration("a question that was a list is a form") { state in
      if state["topID"] != nil { state = .object([]) }
    }
    return [wasList]
  }

  public let title: String
  public let provenance: Provenance?
  /// The saved state.
  public var state = FormState()
  /// True to leave the screen below in sight, above as many rows as the form needs.
  public var isPrompt = false
  /// The texts of the secret fields: no part of the state, so they are never saved.
  var secrets: [String: TextEntry] = [:]

  let fields: [Field]
  private let allButtons: [FormButton]
  /// The choices below the buttons; nil if there are none.
  var choices: StartChoices?
  let findChoices: @MainActor () -> StartChoices?
  let initialFocusID: String?
  let submitID: String?
  private let beginsAnew: Bool
  /// True if the form asks before something is trusted, erased or sent.
  public private(set) var asksForConsent = false
  let source: @MainActor () async -> FormButton.Outcome?
  var initial: FormButton.Outcome?
  var busyID: String?
  /// The progress of the pressed button's work.
  var progress: String?
  let answered: @MainActor (ScreenResult) -> FormButton.Outcome
  /// The button that was pressed last.
  var pressedID: String?
  /// True once the screen is loaded. Work of a button would replace the load.
  var isLoaded = false
  /// The button that was pressed before the screen was loaded: it is pressed then.
  var waitingID: String?
  /// True if the remedy of the load's failure was opened. A person who comes back without it isn't sent there again.
  var hasOpenedRemedy = false
  /// True if the button that has the focus is to be pressed once the screen is loaded.
  var isPressWaiting = false

  /// Creates a form.
  ///
  /// ```swift
  /// FormController(
  ///   fields: [Field("name", label: "Name")],
  ///   buttons: [FormButton("greet", title: "Greet") { input, _ in
  ///     .init(report: StatusMessage("Hello, \(input.texts["name"] ?? "")!"))
  ///   }])
  /// ```
  ///
  /// - Parameters:
  ///   - title: The screen's name in the top line, behind the application's; empty for none.
  ///   - provenance: The source of the data that the buttons load; nil for none.
  ///   - fields: The lines to fill in, from the top.
  ///   - buttons: The buttons below the fields, from the left.
  ///   - focusID: The field or button that has the focus until the person moves.
  ///   - submitID: The button that Enter presses in the last field.
  ///   - asksForConsent: True if the form asks before something is trusted, erased or sent: its state isn't saved. `confirmation` makes
  ///     such a form.
  ///   - answered: Returns the outcome of an answer to a picker, or another screen, that a button opened.
  ///   - source: Loads what needs no button. Its texts stand in the fields that nobody has typed into.
  public convenience init(
    title: String = "", provenance: Provenance? = nil, fields: [Field], buttons: [FormButton],
    focusID: String? = nil, submitID: String? = nil, asksForConsent: Bool = false,
    answered: @escaping @MainActor (ScreenResult) -> FormButton.Outcome = { _ in .init() },
    source: @escaping @MainActor () async -> FormButton.Outcome? = { nil }
  ) {
    self.init(
      title: title, provenance: provenance, fields: fields, buttons: buttons, focusID: focusID,
      submitID: submitID, beginsAnew: false, choices: { nil }, answered: answered, source: source)
    self.asksForConsent = asksForConsent
  }

  /// Creates a form that may be one to begin with.
  init(
    title: String, provenance: Provenance?, fields: [Field], buttons: [FormButton],
    focusID: String?, submitID: String?, beginsAnew: Bool,
    choices: @escaping @MainActor () -> StartChoices?,
    answered: @escaping @MainActor (ScreenResult) -> FormButton.Outcome,
    source: @escaping @MainActor () async -> FormButton.Outcome?
  ) {
    self.title = title
    self.provenance = provenance
    self.fields = fields
    allButtons = buttons
    findChoices = choices
    self.choices = choices()
    initialFocusID = focusID
    self.submitID = submitID
    self.beginsAnew = beginsAnew
    self.answered = answered
    self.source = source
  }

  /// True if there are choices: another screen may have changed them.
  public var reloadsWhenUncovered: Bool { choices != nil }

  var report: StatusMessage? { state.report ?? initial?.report }

  /// The buttons that are there now.
  var buttons: [FormButton] { allButtons.filter { !$0.isOffered || report?.offer == $0.id } }

  var loaded: String? { state.loaded ?? initial?.loaded }

  func isEnabled(_ button: FormButton) -> Bool { !button.needsLoaded || loaded != nil }

  public func encodeState() -> FormState {
    var saved = state
    for field in fields {
      guard let entry = state.texts[field.id] else { continue }
      let text = field.savable(entry.text)
      if text != entry.text { saved.texts[field.id] = TextEntry(text) }
    }
    // With the focus on a button, what is typed again would be taken for keys.
    if beginsAnew, let field = fields.first(where: { secrets[$0.id]?.isEmpty == false }) {
      saved.focusID = field.id
    }
    return saved
  }

  public var takesPassword: Bool { focusedField?.isSecret == true }

  public func promptRows(columns: Int) -> Int? {
    isPrompt ? FormLayout.rows(of: self, columns: columns) : nil
  }

  public func prepareToQuit() {
    if beginsAnew { state.report = nil }
  }

  public func draw(in canvas: inout Canvas) {
    FormLayout(self, size: canvas.size).draw(self, in: &canvas)
  }
}
