import Reprise

/// The question before a note is deleted.
@MainActor func deletionScreen(_ id: Int, _ journal: Journal) -> any Screen {
  FormController.confirmation(
    title: "Delete?", keepID: "keep", keepTitle: "Keep",
    answers: [
      FormButton("delete", title: "Delete") { _, navigator in
        do {
          try journal.delete(id)
        } catch {
          return .init(problem: "The note wasn't deleted", error)
        }
        navigator.reload([Route.notes])
        navigator.answer(.deleted)
        return .init()
      }
    ],
    text: {
      let title = (try? journal.note(id)).map { "“\($0.title)”" } ?? "the note"
      return .init(report: StatusMessage("Delete \(title)? Nothing brings its text back."))
    })
}

extension ScreenResult {
  /// The answer of a person who has deleted the note.
  static let deleted = ScreenResult(question: "delete", choiceID: "deleted")
}
