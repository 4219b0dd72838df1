import Reprise

/// The notes, in one file of a folder.
///
/// Each change reads the file first, so a file that can't be read is never replaced, and no other
/// session's change is lost.
struct Journal: Sendable {
  private let directory: PrivateDirectory
  private var file: PrivateFile { PrivateFile(directory.path + "/notes.json") }
  private static let largest = 16 << 20

  /// Names the journal of a folder, and reads nothing.
  init(_ directory: PrivateDirectory) { self.directory = directory }

  /// Reads all notes, the one saved last at the end.
  func notes() throws -> [Note] {
    guard let bytes = try file.read(limit: Self.largest) else { return [] }
    return try StateCoder.decode([Note].self, from: JSON(bytes))
  }

  /// Reads one note; nil if there is none of this id.
  func note(_ id: Int) throws -> Note? {
    try notes().first { $0.id == id }
  }

  /// Saves a note, in place of the one that has its id.
  func save(_ note: Note) throws {
    try change { $0.filter { $0.id != note.id } + [note] }
  }

  /// Deletes a note, if it is there.
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

  /// Creates a note; without an id, a new one.
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
