import Reprise

/// The subject of an observation, with its unit and normal range if the server sends them.
struct Concept: Hashable, Sendable {
  private(set) var id: ResourceID?
  let name: String?
  let units: String?
  let range: ReferenceRange

  /// The unit in its usual spelling.
  var unitWords: String? { units.map { Concept.spelled($0) } }

  /// Replaces OpenMRS's unusual "DEG C" by "°C".
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
