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
