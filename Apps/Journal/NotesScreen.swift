import Reprise

@MainActor func notesScreen(_ journal: Journal) -> any Screen {
  ListController(
    title: "Notes",
    columns: [
      Column("title", heading: "TITLE", width: .flexible(12...40), text: \.title),
      Column("day", heading: "DAY", width: .fixed(10), text: \.day),
      Column("text", heading: "TEXT", width: .flexible(10...80), text: \.text),
    ],
    id: { String($0.id) },
    options: {
      $0.sort = ListSort("day", isDescending: true)
      $0.emptyText = "There are no notes yet. The key n writes one."
      $0.bindings = [
        KeyBinding("n", label: "new", help: "Write a note") { $0.push(Route.newNote) }
      ]
      $0.actions = [
        RowAction("d", label: "delete", help: "Delete the note") { note, navigator in
          navigator.push(Route.deletion(id: note.id))
        }
      ]
      $0.loss = .deleted
    },
    source: { load in
      load.show(ListContent(rows: try journal.notes(), noun: ("note", "notes")))
    },
    open: { note, navigator in navigator.push(Route.note(id: note.id)) })
}

@MainActor func noteScreen(_ id: Int, _ journal: Journal) -> any Screen {
  DetailController(
    title: "Note",
    bindings: [
      KeyBinding("e", label: "edit", help: "Change the note") { navigator in
        navigator.push(Route.changedNote(id: id))
      },
      KeyBinding("d", label: "delete", help: "Delete the note") { navigator in
        navigator.push(Route.deletion(id: id))
      },
    ] + KeyBinding.neighbours("note"),
    onResult: { result, navigator in
      if result == .deleted { navigator.pop() }
    },
    source: { load in
      load.show(try journal.note(id).map { Detail($0) } ?? .missingNote)
    })
}

extension Detail {
  fileprivate init(_ note: Note) {
    self.init(
      title: note.title, headline: note.title,
      sections: [
        DetailSection(rows: [
          .labelled("Day", note.day.isEmpty ? "—" : note.day),
          .labelled("Text", note.text.isEmpty ? "—" : note.text),
        ])
      ])
  }

  /// The detail of a note that was deleted, by another session.
  fileprivate static let missingNote = Detail(
    title: "Note", headline: "This note was deleted.", sections: [])
}

@MainActor func deletionScreen(_ id: Int, _ journal: Journal) -> any Screen {
  FormController.confirmation(
    title: "Delete?", cancelID: "keep", cancelTitle: "Keep",
    actions: [
      FormButton("delete", title: "Delete") { _, navigator in
        do {
          try journal.delete(id)
        } catch {
          return .init(problem: "The note wasn't deleted", error)
        }
        navigator.reload([Route.notes])
        navigator.returnResult(.deleted)
        return .init()
      }
    ],
    text: {
      let title = (try? journal.note(id)).map { "“\($0.title)”" } ?? "the note"
      return .init(report: StatusMessage("Delete \(title)? This can't be undone."))
    })
}

extension ScreenResult {
  static let deleted = ScreenResult(question: "delete", choiceID: "deleted")
}
