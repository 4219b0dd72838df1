import Screens

extension FormController {
  /// Creates the question before something that can't be undone: in words, with what each answer
  /// does. Nothing of it comes from a session: after a restart it stands with the focus on the
  /// button that changes nothing.
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
  ///   - title: The words in the top line.
  ///   - keepID: The name in sessions of the button that changes nothing. It stands first, has the focus, and goes back.
  ///   - keepTitle: The words on that button.
  ///   - answers: The buttons that do something.
  ///   - text: Returns the question, with what it is about.
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
