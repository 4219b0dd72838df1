import Controllers
public import Core
public import Screens

extension OfflineRecords {
  /// Returns the screen that asks whether to remove the offline copy of a record.
  @MainActor public func removalScreen(of id: ResourceID) -> any Screen {
    let noun = Subject.noun.one
    return FormController.confirmation(
      title: "Remove the saved copy?", keepID: "keep", keepTitle: "Keep",
      answers: [
        FormButton("remove", title: "Remove") { _, navigator in
          do {
            try await saved.remove(id)
            navigator.answer(.kept)
            return FormButton.Outcome()
          } catch {
            return FormButton.Outcome(
              report: StatusMessage(problem: "The copy wasn't removed", error))
          }
        }
      ],
      text: {
        let title = await saved.copy(of: id)?.entry.subject.title ?? "the \(noun)"
        return FormButton.Outcome(
          report: StatusMessage(
            "Remove the saved copy of \(title)? The record on the server isn't changed."))
      })
  }
}
