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
  /// The texts of the secret fields: no part of the state, so they are never saved.
  private var secrets: [String: TextEntry] = [:]

  let fields: [Field]
  private let allButtons: [FormButton]
  /// The choices below the buttons; nil if there are none.
  private(set) var choices: StartChoices?
  private let findChoices: @MainActor () -> StartChoices?
  private let initialFocusID: String?
  private let submitID: String?
  private let beginsAnew: Bool
  private let source: @MainActor () async -> FormButton.Outcome?
  private var initial: FormButton.Outcome?
  private(set) var busyID: String?
  /// The progress of the pressed button's work.
  private(set) var progress: String?
  private let answered: @MainActor (Answer) -> FormButton.Outcome
  /// The button that was pressed last.
  private var pressedID: String?
  /// True once the screen is loaded. Work of a button would replace the load.
  private var isLoaded = false
  /// The button that was pressed before the screen was loaded: it is pressed then.
  private var waitingID: String?
  /// True if the remedy of the load's failure was opened. A person who comes back without it isn't sent there again.
  private var hasOpenedRemedy = false
  /// True if the button that has the focus is to be pressed once the screen is loaded.
  private var isPressWaiting = false

  /// Creates a form.
  ///
  /// ```swift
  /// FormController(
  ///   fields: [Field("name", label: "Name")],
  ///   buttons: [FormButton("greet", title: "Greet") { input, _ in
  ///     .init(report: Report("Hello, \(input.texts["name"] ?? "")!"))
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
  ///   - answered: Returns the outcome of an answer to a picker, or another screen, that a button opened.
  ///   - source: Loads what needs no button. Its texts stand in the fields that nobody has typed into.
  public convenience init(
    title: String = "", provenance: Provenance? = nil, fields: [Field], buttons: [FormButton],
    focusID: String? = nil, submitID: String? = nil,
    answered: @escaping @MainActor (Answer) -> FormButton.Outcome = { _ in .init() },
    source: @escaping @MainActor () async -> FormButton.Outcome? = { nil }
  ) {
    self.init(
      title: title, provenance: provenance, fields: fields, buttons: buttons, focusID: focusID,
      submitID: submitID, beginsAnew: false, choices: { nil }, answered: answered, source: source)
  }

  /// Creates a form that may be one to begin with.
  init(
    title: String, provenance: Provenance?, fields: [Field], buttons: [FormButton],
    focusID: String?, submitID: String?, beginsAnew: Bool,
    choices: @escaping @MainActor () -> StartChoices?,
    answered: @escaping @MainActor (Answer) -> FormButton.Outcome,
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

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let outcome = await source()
    guard !Task.isCancelled else { return }
    initial = outcome
    choices = findChoices()
    isLoaded = true
    if let remedy = outcome?.remedy, !hasOpenedRemedy {
      hasOpenedRemedy = true
      waitingID = nil
      return navigator.push(remedy)
    }
    if let button = buttons.first(where: { $0.id == waitingID }) {
      waitingID = nil
      return press(button, navigator)
    }
    guard isPressWaiting else { return }
    isPressWaiting = false
    // Where something has to be typed first, there is nothing to press.
    if let button = focusedButton { press(button, navigator) }
  }

  public var activity: String? {
    busyID == nil ? nil : progress.map { "Loading… \($0)" } ?? "Loading…"
  }

  /// True if there are choices: another screen may have changed them.
  public var reloadsWhenUncovered: Bool { choices != nil }

  var report: Report? { state.report ?? initial?.report }

  /// The buttons that are there now.
  var buttons: [FormButton] { allButtons.filter { !$0.isOffered || report?.offer == $0.id } }

  private var loaded: String? { state.loaded ?? initial?.loaded }

  func isEnabled(_ button: FormButton) -> Bool { !button.needsLoaded || loaded != nil }

  func text(_ field: Field) -> TextEntry {
    if field.isSecret { return secrets[field.id] ?? TextEntry(field.initial) }
    return state.texts[field.id] ?? TextEntry(initial?.texts[field.id] ?? field.initial)
  }

  /// Returns the text that a field shows: of a secret only its length.
  func shownText(_ field: Field) -> TextEntry {
    let text = text(field)
    guard field.isSecret else { return text }
    return TextEntry(String(repeating: "•", count: text.text.count), caret: text.caret)
  }

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

  public func prepareToQuit() {
    if beginsAnew { state.report = nil }
  }

  /// Returns the problem with a field's text.
  func problem(_ field: Field) -> String? {
    let text = text(field).text
    return text.isEmpty ? nil : field.problem(text)
  }

  /// Returns the sentence about a field that a button can't work with; nil for a field that it can.
  private func obstacle(_ field: Field) -> String? {
    if let missing = field.missing, text(field).text.allSatisfy({ $0 == " " }) {
      return missing + "."
    }
    return problem(field).map { "\(field.label): \($0)." }
  }

  // MARK: Focus

  private var order: [String] {
    fields.map(\.id) + buttons.map(\.id) + (choices?.rows.map(\.id) ?? [])
  }

  var focusID: String {
    for candidate in [state.focusID, initialFocusID] {
      if let candidate, order.contains(candidate) { return candidate }
    }
    return order.first ?? ""
  }

  private var focusedField: Field? { fields.first { $0.id == focusID } }
  private var focusedButton: FormButton? { buttons.first { $0.id == focusID } }
  private var focusedChoice: StartChoice? { choices?.rows.first { $0.id == focusID } }
  public var isTyping: Bool { focusedField != nil }

  private func moveFocus(_ step: Int) {
    guard let place = order.firstIndex(of: focusID) else { return }
    state.focusID = order[(place + step + order.count) % order.count]
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    var bindings = [
      KeyBinding(.tab, .down, label: "next", help: "Next field") { _ in
        self.moveFocus(1)
      },
      KeyBinding(.backTab, .up, help: "Previous field") { _ in
        self.moveFocus(-1)
      },
    ]
    if busyID != nil {
      bindings.insert(
        KeyBinding(.escape, label: "cancel", help: "Give up what is being loaded") {
          self.cancel($0)
        }, at: 0)
    }
    if let button = focusedButton {
      bindings += [
        KeyBinding(.enter, " ", label: "press", help: "Press the button") {
          self.press(button, $0)
        },
        KeyBinding(.left, help: "Previous button") { _ in self.moveFocus(-1) },
        KeyBinding(.right, help: "Next button") { _ in self.moveFocus(1) },
      ]
    } else if let choice = focusedChoice {
      bindings.append(
        KeyBinding(.enter, " ", label: "choose", help: "Fill in the fields with this") { _ in
          self.choose(choice)
        })
    } else if focusID == fields.last?.id, let button = buttons.first(where: { $0.id == submitID }) {
      bindings.append(
        KeyBinding(.enter, label: button.title.lowercased(), help: "Press “\(button.title)”") {
          self.press(button, $0)
        })
    } else {
      bindings.append(
        KeyBinding(.enter, help: "Next field") { _ in self.moveFocus(1) })
    }
    return bindings
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if case .mouse(let mouse) = event {
      click(mouse, navigator)
      return .handled
    }
    guard let field = focusedField else { return .ignored }
    var entry = text(field)
    let handled = entry.edit(event)
    if field.isSecret {
      secrets[field.id] = entry
    } else if entry != text(field) {
      state.texts[field.id] = entry
    }
    if state.focusID == nil, handled == .handled { state.focusID = field.id }
    return handled
  }

  private func press(_ button: FormButton, _ navigator: Navigator) {
    // Who pressed it from the last field stays there: a secret has to be typed there again when the screen comes back.
    if focusedField?.isSecret != true || button.id != submitID { state.focusID = button.id }
    pressedID = button.id
    guard busyID == nil else { return }
    guard isLoaded else {
      waitingID = button.id
      return navigator.notify("Loading…")
    }
    guard isEnabled(button) else { return navigator.notify("Nothing is loaded yet.") }
    if button.needsFields {
      for field in fields {
        guard let sentence = obstacle(field) else { continue }
        state.focusID = field.id
        return navigator.notify(sentence)
      }
    }
    // What was said was about what stood in the fields before; and if this leads elsewhere, nothing is saved here any more.
    if button.needsFields { state.report = nil }
    busyID = button.id
    let texts = fields.filter { !$0.isSecret }.map { ($0.id, text($0).text) }
    let input = FormInput(
      texts: Dictionary(uniqueKeysWithValues: texts),
      secrets: secrets.mapValues { Secret($0.text) }, loaded: loaded
    ) { [weak self] progress in
      guard let self, self.busyID == button.id else { return }
      self.progress = progress
      navigator.paint(isLoaded: true)
    }
    navigator.cancel()
    navigator.run("button") {
      let outcome = await button.action(input, navigator)
      guard !Task.isCancelled else { return }
      self.busyID = nil
      self.progress = nil
      self.take(outcome)
      if let remedy = outcome.remedy { navigator.push(remedy) }
    }
  }

  private func take(_ outcome: FormButton.Outcome) {
    for (id, text) in outcome.texts { state.texts[id] = TextEntry(text) }
    if let report = outcome.report { state.report = report }
    if outcome.emptiesSecrets { secrets = [:] }
    if let nextID = outcome.nextID { state.focusID = nextID }
    if let loaded = outcome.loaded { state.loaded = loaded }
  }

  private func choose(_ choice: StartChoice) {
    // What was said was about what stood in the fields before.
    state.report = nil
    take(choice.outcome)
  }

  private func cancel(_ navigator: Navigator) {
    busyID = nil
    progress = nil
    navigator.cancel("button")
    navigator.notify("Cancelled.")
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if answer == .remedied {
      // A screen that has just come back loads first.
      guard isLoaded else { return isPressWaiting = true }
      let pressed = buttons.first { $0.id == pressedID } ?? focusedButton
      if let pressed { press(pressed, navigator) } else { navigator.refresh() }
      return
    }
    take(answered(answer))
  }

  private func click(_ mouse: Mouse, _ navigator: Navigator) {
    guard mouse.action == .click || mouse.action == .doubleClick else { return }
    let layout = FormLayout(self, size: navigator.size)
    guard let id = layout.areas.first(where: { $0.area.contains(mouse.position) })?.id else {
      return
    }
    if let button = buttons.first(where: { $0.id == id }) {
      press(button, navigator)
    } else if let choice = choices?.rows.first(where: { $0.id == id }) {
      choose(choice)
    } else {
      state.focusID = id
    }
  }

  public func draw(in canvas: inout Canvas) {
    FormLayout(self, size: canvas.size).draw(self, in: &canvas)
  }
}
