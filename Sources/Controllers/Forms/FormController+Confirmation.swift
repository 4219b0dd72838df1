import Screens

extension FormController {
  /// Creates a confirmation prompt before an irreversible action. Its state is never restored:
  /// after a restart the button that changes nothing has the focus.
  ///
  /// ```swift
  /// FormController.confirmation(
  ///   title: "Erase", keepID: "keep",
  ///   answers: [
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
  ///   - keepID: The name in sessions of the button that changes nothing. It comes first, has the
  ///     focus, and closes the prompt.
  ///   - keepTitle: The label of that button.
  ///   - answers: The buttons that do something.
  ///   - text: Returns the text of the prompt.
  public static func confirmation(
    title: String, keepID: String, keepTitle: String = "Cancel", answers: [FormButton],
    text: @escaping @MainActor () async -> FormButton.Outcome
  ) -> FormController {
    let keep = FormButton(keepID, title: keepTitle) { _, navigator in
      navigator.pop()
      return FormButton.Outcome()
    }
    return FormController(
      title: title, fields: [], buttons: [keep] + answers, focusID: keepID,
      asksForConsent: true, source: text)
  }
}
