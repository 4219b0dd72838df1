import Reprise

/// The subject of an observation, with its unit and its normal range, as far as the server says.
struct Concept: Hashable, Sendable {
  private(set) var id: ResourceID?
  let name: String?
  let units: String?
  let range: ReferenceRange

  /// The unit as people write it.
  var unitWords: String? { units.map { Concept.spelled($0) } }

  /// Returns "°C" for the dictionary's own "DEG C", which nobody else uses; any other unit as it is.
  static func spelled(_ units: String) -> String { units == "DEG C" ? "°C" : units }

  /// Returns the same concept by another id.
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
