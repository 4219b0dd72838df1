import Reprise

/// One note with its fields.
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
    answered: { answer, navigator in
      if answer == .deleted { navigator.pop() }
    },
    source: { load in
      load.show(try journal.note(id).map { Detail($0) } ?? .missingNote)
    })
}

extension Detail {
  /// The detail of a note.
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
