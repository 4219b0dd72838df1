import Reprise

/// An object that a resource refers to: a location, a visit type, a provider, a coded answer.
struct Reference: Hashable, Sendable {
  /// The id; `nil` if only the name is known.
  let id: ResourceID?
  /// The server's display in its own language. It is never parsed.
  let name: String

  /// Parses an object with a name, or a plain text as a name. Returns `nil` if there is no name.
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
