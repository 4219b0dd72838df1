import Reprise

/// What an observation is about, with its unit and with what is normal, as far as the server says.
struct Concept: Hashable, Sendable {
  let id: ResourceID?
  let name: String?
  let units: String?
  let range: ReferenceRange

  init(_ json: JSON?) {
    let json = json ?? .null
    id = json.text("uuid").map { ResourceID($0) }
    name = json.text("display") ?? json.text("name")
    units = json.text("units")
    range = ReferenceRange(json)
  }
}
