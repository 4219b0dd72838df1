import Reprise
import RepriseTesting

@testable import Journal

extension TemporaryDirectory {
  /// Writes a journal of three notes.
  func writeNotes() throws {
    let journal = Journal(PrivateDirectory(path))
    try journal.save(Note(title: "Monday", day: "2026-11-23", text: "Rain until noon"))
    try journal.save(Note(title: "Tuesday", day: "2026-11-24", text: "Frost, clear sky"))
    try journal.save(Note(title: "Some day", day: "", text: ""))
  }
}
