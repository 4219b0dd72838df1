import Reprise

/// A thing that a resource refers to: a location, a visit type, a provider, the answer to a question.
struct Reference: Hashable, Sendable {
  /// The id; nil if only a name is known.
  let id: ResourceID?
  /// The name as the server shows it, in its language. It is never parsed.
  let name: String

  /// Reads an object with a name; a text counts as a name. Nil if there is neither.
  init?(_ json: JSON?) {
    guard let json else { return nil }
    if let text = json.string, !text.isEmpty {
      id = nil
      name = text
      return
    }
    let id = json.text("uuid").map { ResourceID($0) }
    guard let name = json.text("display") ?? json.text("name") ?? id?.text else { return nil }
    self.id = id
    self.name = name
  }
}
