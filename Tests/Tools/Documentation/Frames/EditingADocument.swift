import Reprise

struct Note {
  var text: String
  var revision: String
}

@MainActor struct Notes {
  func note(_ id: String) async throws -> Note { Note(text: "", revision: "") }
  func save(_ draft: String, over revision: String?) async throws -> Note { try await note(draft) }
}

// The block.
// In place of “…”:
let id = "1"
let notes = Notes()
func draw(in canvas: inout Canvas) {}
