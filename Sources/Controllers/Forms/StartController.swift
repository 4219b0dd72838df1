public import Screens

/// A form as a first screen, such as a sign-in, with choices below its buttons that fill in the
/// fields.
@MainActor public final class StartController: FormController {
  /// Creates a start screen.
  ///
  /// ```swift
  /// StartController(
  ///   fields: [
  ///     Field("user", label: "User"), Field("password", label: "Password", isSecret: true),
  ///   ],
  ///   buttons: [logIn], submitID: "log-in", beginsAnew: true)
  /// ```
  ///
  /// - Parameters:
  ///   - title: The text in the top line; empty for the application's name.
  ///   - provenance: The source of the data; `nil` if there is none yet.
  ///   - fields: The fields, from top to bottom.
  ///   - buttons: The buttons below the fields, from left to right.
  ///   - focusID: The field or button that has the focus initially.
  ///   - submitID: The button that Enter presses in the last field.
  ///   - beginsAnew: Whether this screen comes before all others. A restored screen then focuses a
  ///     secret field whose text must be retyped, and quitting drops the report.
  ///   - choices: Returns the choices. Called now, and whenever the screen loads.
  ///   - answered: Returns the outcome of a result from a picker or another screen that a button
  ///     opened.
  ///   - source: Loads the initial outcome. Its texts fill the fields that the user hasn't edited.
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
