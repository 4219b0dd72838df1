public import Screens

/// A form to begin with, such as a login: with choices below its buttons, whose rows fill in the fields.
@MainActor public final class StartController: FormController {
  /// Creates a start screen.
  ///
  /// ```swift
  /// StartController(
  ///   fields: [Field("user", label: "User"), Field("password", label: "Password", isSecret: true)],
  ///   buttons: [logIn], submitID: "log-in", beginsAnew: true)
  /// ```
  ///
  /// - Parameters:
  ///   - title: The words in the top line; none for the application's own.
  ///   - provenance: The source of the data, if there is one yet.
  ///   - fields: The lines to fill in, from the top.
  ///   - buttons: The buttons below them, from the left.
  ///   - focusID: The field or button that has the focus until the person moves.
  ///   - submitID: The button that Enter presses in the last field.
  ///   - beginsAnew: True for a screen that comes before all others. A start then begins in a secret field if its text has to be typed
  ///     again; and after the person has quit, without a report.
  ///   - choices: Returns the choices; called now, and each time the screen loads.
  ///   - answered: Returns the outcome of an answer to a picker, or another screen, that a button opened.
  ///   - source: Loads what needs no button.
  public override init(
    title: String = "", provenance: Provenance? = nil, fields: [Field], buttons: [FormButton],
    focusID: String? = nil, submitID: String? = nil, beginsAnew: Bool = false,
    choices: @escaping @MainActor () -> StartChoices? = { nil },
    answered: @escaping @MainActor (ScreenResult) -> FormButton.Outcome = { _ in .init() },
    source: @escaping @MainActor () async -> FormButton.Outcome? = { nil }
  ) {
    super.init(
      title: title, provenance: provenance, fields: fields, buttons: buttons, focusID: focusID,
      submitID: submitID, beginsAnew: beginsAnew, choices: choices, answered: answered,
      source: source)
  }
}
