import Reprise

/// The notes of a journal, stored in one file of a folder.
///
/// Each change first reads the file. So a file that can't be read is never replaced, and a change
/// by another session is never lost.
struct Journal: Sendable {
  private let directory: PrivateDirectory
  private var file: PrivateFile { PrivateFile(directory.path + "/notes.json") }
  private static let largest = 16 << 20

  init(_ directory: PrivateDirectory) { self.directory = directory }

  /// The note saved last is at the end.
  func notes() throws -> [Note] {
    guard let bytes = try file.read(limit: Self.largest) else { return [] }
    return try StateCoder.decode([Note].self, from: JSON(bytes))
  }

  func note(_ id: Int) throws -> Note? {
    try notes().first { $0.id == id }
  }

  func save(_ note: Note) throws {
    try change { $0.filter { $0.id != note.id } + [note] }
  }

  func delete(_ id: Int) throws {
    try change { $0.filter { $0.id != id } }
  }

  private func change(_ changed: ([Note]) -> [Note]) throws {
    try directory.create()
    try directory.whileLocked {
      try file.replace(with: StateCoder.encode(changed(notes())).bytes, durably: true)
    }
  }
}

/// An entry of the journal.
struct Note: Codable, Hashable, Sendable {
  /// The name of the note for as long as it lives; no other note has had it.
  let id: Int
  var title: String
  /// The day that the note is about, `2026-11-24`; empty if it is about none.
  var day: String
  /// The text, in one line.
  var text: String

  init(id: Int? = nil, title: String, day: String, text: String) {
    self.id = id ?? .random(in: 1...Int.max)
    self.title = title
    self.day = day
    self.text = text
  }
}

/// The screens of the journal.
enum Route: AppRoute {
  case notes
  case note(id: Int)
  case newNote
  case changedNote(id: Int)
  case deletion(id: Int)
}

extension Journal {
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
