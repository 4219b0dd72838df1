import Reprise

/// The screens of the journal.
enum Route: AppRoute {
  case notes
  case note(id: Int)
  case newNote
  case changedNote(id: Int)
  /// The question before a note is deleted.
  case deletion(id: Int)
}

extension Journal {
  /// The application that shows the journal.
  @MainActor var application: Application<Route> {
    Application("journal", title: "Journal", root: .notes) { route in
      switch route {
      case .notes: notesScreen(self)
      case .note(let id): noteScreen(id, self)
      case .newNote: noteForm(nil, self)
      case .changedNote(let id): noteForm(id, self)
      case .deletion(let id): deletionScreen(id, self)
      }
    }
  }
}
