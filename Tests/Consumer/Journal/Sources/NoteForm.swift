import Reprise

/// The form for a new note, or for the changes of one.
@MainActor func noteForm(_ id: Int?, _ journal: Journal) -> any Screen {
  // A form can't load its fields, so the note is read here.
  let note = id.flatMap { try? journal.note($0) }
  return FormController(
    title: id == nil ? "New note" : "Edit",
    fields: [
      Field("title", label: "Title", initial: note?.title ?? ""),
      Field(
        "day", label: "Day", placeholder: "2026-11-24", initial: note?.day ?? "",
        problem: { CalendarDay(iso: $0)?.text == $0 ? nil : "not a day like 2026-11-24" }),
      Field("text", label: "Text", initial: note?.text ?? ""),
    ],
    buttons: [
      FormButton("save", title: "Save", needsFields: true) { input, navigator in
        let texts = input.texts
        // Fields aren't asked about an empty text.
        guard let title = texts["title"], title.contains(where: { $0 != " " }) else {
          return .init(report: Report("A note needs a title."), nextID: "title")
        }
        let note = Note(id: id, title: title, day: texts["day"] ?? "", text: texts["text"] ?? "")
        do {
          try journal.save(note)
        } catch {
          return .init(problem: "The note wasn't saved", error)
        }
        navigator.reload([Route.notes, .note(id: note.id)])
        navigator.pop()
        return .init()
      },
      FormButton("cancel", title: "Cancel") { _, navigator in
        navigator.pop()
        return .init()
      },
    ],
    submitID: "save")
}
