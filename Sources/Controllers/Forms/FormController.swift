import Core
public import Restoration
public import Screens
public import Terminals

/// A screen with input fields and buttons. Below the buttons it shows the report of the last
/// action.
@MainActor public class FormController: Screen {
  /// Migrations of states that earlier versions saved. Some forms used to be lists; the saved state
  /// of such a list is discarded.
  public static var migrations: [Migration] {
    let wasList = Migration("a question that was a list is a form") { state in
      if state["topID"] != nil { state = .object([]) }
    }
    return [wasList]
  }

  public let title: String
  public let provenance: Provenance?
  /// The typed texts, the focus and the last report, which a session saves.
  public var state = FormState()
  /// Whether the form is drawn as a prompt in only the rows that it needs, while the screen below
  /// it stays visible above.
  public var isPrompt = false
  /// The texts of the secret fields. They aren't part of the state, so they are never saved.
  var secrets: [String: TextEntry] = [:]

  let fields: [Field]
  private let allButtons: [FormButton]
  var choices: StartChoices?
  let findChoices: @MainActor () -> StartChoices?
  let initialFocusID: String?
  let submitID: String?
  private let isFirstScreen: Bool
  /// Whether the form asks for consent before an action that trusts, erases or sends data. The
  /// state of such a form isn't saved. The function `confirmation` creates one.
  public var asksForConsent = false
  let source: @MainActor () async -> FormButton.Outcome?
  var initial: FormButton.Outcome?
  var busyID: String?
  var progress: String?
  let onResult: @MainActor (ScreenResult) -> FormButton.Outcome
  var pressedID: String?
  /// Whether the form is loaded. An action would replace the load.
  var isLoaded = false
  /// The id of a button pressed before the form was loaded.
  var waitingID: String?
  /// The recovery screen isn't opened again if the user returns from it without success.
  var hasOpenedRecovery = false
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
  ///   - title: The screen's name in the top line, after the application's; empty for none.
  ///   - provenance: The source of the data that the buttons load; `nil` for none.
  ///   - fields: The fields, from top to bottom.
  ///   - buttons: The buttons below the fields, from left to right.
  ///   - focusID: The field or button that has the focus initially.
  ///   - submitID: The button that Enter presses in the last field.
  ///   - isFirstScreen: Whether this is the application's first screen, such as a sign-in. When it
  ///     is restored, the focus is in a password field that must be retyped. Its report is
  ///     discarded when the user quits.
  ///   - choices: Returns the choices below the buttons; `nil` for none. Called now, and whenever
  ///     the screen loads.
  ///   - onResult: Returns the outcome of a result from a picker or another screen that a button
  ///     opened.
  ///   - source: Loads the initial outcome. Its texts fill the fields that the user hasn't edited.
  public init(
    title: String = "", provenance: Provenance? = nil, fields: [Field], buttons: [FormButton],
    focusID: String? = nil, submitID: String? = nil, isFirstScreen: Bool = false,
    choices: @escaping @MainActor () -> StartChoices? = { nil },
    onResult: @escaping @MainActor (ScreenResult) -> FormButton.Outcome = { _ in .init() },
    source: @escaping @MainActor () async -> FormButton.Outcome? = { nil }
  ) {
    self.title = title
    self.provenance = provenance
    self.fields = fields
    allButtons = buttons
    findChoices = choices
    self.choices = choices()
    initialFocusID = focusID
    self.submitID = submitID
    self.isFirstScreen = isFirstScreen
    self.onResult = onResult
    self.source = source
  }

  /// Whether the form loads again when a screen above it is closed. This is the case if it has
  /// choices, because that screen may have changed them.
  public var reloadsWhenUncovered: Bool { choices != nil }

  var report: StatusMessage? { state.report ?? initial?.report }

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
    // With the focus on a button, letters of the retyped secret would be handled as keys.
    if isFirstScreen, let field = fields.first(where: { secrets[$0.id]?.isEmpty == false }) {
      saved.focusID = field.id
    }
    return saved
  }

  public var takesPassword: Bool { focusedField?.isSecret == true }

  public func promptRows(columns: Int) -> Int? {
    isPrompt ? FormLayout.rows(of: self, columns: columns) : nil
  }

  public func prepareToQuit() {
    if isFirstScreen { state.report = nil }
  }

  public func draw(in canvas: inout Canvas) {
    FormLayout(self, size: canvas.size).draw(self, in: &canvas)
  }
}

/// The saved state of a form: the typed texts, the focus, and the last report.
public struct FormState: RestorableState {
  /// The texts of the fields by field id, without those of password fields.
  public var texts: [String: TextEntry] = [:]
  /// The id of the field, button or choice that has the focus; `nil` for the form's initial focus.
  public var focusID: String?
  /// The last action's message or error, shown below the buttons; `nil` if there is none.
  public var report: StatusMessage?
  /// The application-defined name of the data that a button's action loaded, from
  /// ``FormButton/Outcome/loaded``; `nil` if no action has loaded data. Data that the form's source
  /// loaded don't count.
  public var loaded: String?

  /// Creates the initial state of a form.
  public init() {}
}

extension FormController {
  private var order: [String] {
    fields.map(\.id) + buttons.map(\.id) + (choices?.rows.map(\.id) ?? [])
  }

  var focusID: String {
    for candidate in [state.focusID, initialFocusID] {
      if let candidate, order.contains(candidate) { return candidate }
    }
    return order.first ?? ""
  }

  var focusedField: Field? { fields.first { $0.id == focusID } }
  var focusedButton: FormButton? { buttons.first { $0.id == focusID } }
  var focusedChoice: StartChoice? { choices?.rows.first { $0.id == focusID } }
  public var isTyping: Bool { focusedField != nil }

  func moveFocus(_ step: Int) {
    guard let index = order.firstIndex(of: focusID) else { return }
    state.focusID = order[(index + step + order.count) % order.count]
  }
}

extension FormController {
  func text(_ field: Field) -> TextEntry {
    if field.isSecret { return secrets[field.id] ?? TextEntry(field.initial) }
    return state.texts[field.id] ?? TextEntry(initial?.texts[field.id] ?? field.initial)
  }

  func shownText(_ field: Field) -> TextEntry {
    let text = text(field)
    guard field.isSecret else { return text }
    return TextEntry(String(repeating: "•", count: text.text.count), caret: text.caret)
  }

  func problem(_ field: Field) -> String? {
    let text = text(field).text
    return text.isEmpty ? nil : field.problem(text)
  }

  func obstacle(_ field: Field) -> String? {
    if let missing = field.missing, text(field).text.allSatisfy({ $0 == " " }) {
      return missing + "."
    }
    return problem(field).map { "\(field.label): \($0)." }
  }
}

extension FormController {
  /// Creates a form that asks for confirmation before an irreversible action. Its state is never
  /// restored: after a restart the button that changes nothing has the focus.
  ///
  /// ```swift
  /// FormController.confirmation(
  ///   title: "Erase", cancelID: "keep",
  ///   actions: [
  ///     FormButton("erase", title: "Erase") { _, navigator in
  ///       do { try erase() } catch { return .init(problem: "Nothing was erased", error) }
  ///       navigator.pop()
  ///       return .init()
  ///     }
  ///   ]
  /// ) { .init(report: StatusMessage("Everything that is saved here.")) }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The text in the top line.
  ///   - cancelID: The name in sessions of the button that changes nothing. It comes first, has the
  ///     focus, and closes the form.
  ///   - cancelTitle: The label of that button.
  ///   - actions: The buttons that do something.
  ///   - text: Returns the outcome whose report is the form's text.
  public static func confirmation(
    title: String, cancelID: String, cancelTitle: String = "Cancel", actions: [FormButton],
    text: @escaping @MainActor () async -> FormButton.Outcome
  ) -> FormController {
    let cancel = FormButton(cancelID, title: cancelTitle) { _, navigator in
      navigator.pop()
      return FormButton.Outcome()
    }
    let form = FormController(
      title: title, fields: [], buttons: [cancel] + actions, focusID: cancelID, source: text)
    form.asksForConsent = true
    return form
  }
}
