import Reprise

/// The list of notes, the latest day first.
@MainActor func notesScreen(_ journal: Journal) -> any Screen {
  ListController(
    title: "Notes",
    columns: [
      Column("title", heading: "TITLE", width: .flexible(12...40), text: \.title),
      Column("day", heading: "DAY", width: .fixed(10), text: \.day),
      Column("text", heading: "TEXT", width: .flexible(10...80), text: \.text),
    ],
    id: { String($0.id) },
    sort: ListSort("day", isDescending: true),
    emptyText: "There are no notes yet. The key n writes one.",
    bindings: [
      KeyBinding("n", label: "new", help: "Write a note") { $0.push(Route.newNote) }
    ],
    actions: [
      RowAction("d", label: "delete", help: "Delete the note") { note, navigator in
        navigator.push(Route.deletion(id: note.id))
      }
    ],
    loss: .deleted,
    source: { load in
      load.show(ListContent(rows: try journal.notes(), noun: ("note", "notes")))
    },
    open: { note, navigator in navigator.push(Route.note(id: note.id)) })
}
