import Reprise

@MainActor func noteForm(_ id: Int?, _ journal: Journal) -> any Screen {
  FormController(
    title: id == nil ? "New note" : "Edit",
    fields: [
      Field("title", label: "Title", missing: "A note needs a title"),
      Field(
        "day", label: "Day", placeholder: "2026-11-24",
        problem: { CalendarDate(iso: $0)?.text == $0 ? nil : "not a day like 2026-11-24" }),
      Field("text", label: "Text"),
    ],
    buttons: [
      FormButton("save", title: "Save", needsFields: true) { input, navigator in
        let texts = input.texts
        let note = Note(
          id: id, title: texts["title"] ?? "", day: texts["day"] ?? "", text: texts["text"] ?? "")
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
    submitID: "save",
    source: {
      guard let id else { return nil }
      do {
        guard let note = try journal.note(id) else {
          return .init(report: StatusMessage("This note was deleted. Saving recreates it."))
        }
        return .init(texts: ["title": note.title, "day": note.day, "text": note.text])
      } catch {
        return .init(problem: "The note can't be read", error)
      }
    })
}
