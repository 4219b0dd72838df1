import Reprise

/// For example a location, a visit type, a provider or a coded answer.
struct Reference: Hashable, Sendable {
  /// `nil` if only the name is known.
  let id: ResourceID?
  /// In the server's own language. It is never parsed.
  let name: String

  /// A plain text counts as a name.
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

struct Concept: Hashable, Sendable {
  private(set) var id: ResourceID?
  let name: String?
  let units: String?
  let range: ReferenceRange

  var unitText: String? { units.map { Concept.spelled($0) } }

  static func spelled(_ units: String) -> String { units == "DEG C" ? "°C" : units }

  func with(id: ResourceID) -> Concept {
    var concept = self
    concept.id = id
    return concept
  }

  init(_ json: JSON?) {
    let json = json ?? .null
    id = json.text("uuid").map { ResourceID($0) }
    name = json.text("display") ?? json.text("name")
    units = json.text("units")
    range = ReferenceRange(json)
  }
}
