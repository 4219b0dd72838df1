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

/// Between which values something is normal, and beyond which it is critical.
struct ReferenceRange: Hashable, Sendable {
  var lowNormal: Double?
  var highNormal: Double?
  var lowCritical: Double?
  var highCritical: Double?

  init() {}

  init(_ json: JSON) {
    lowNormal = json["lowNormal"]?.double
    highNormal = json["hiNormal"]?.double
    lowCritical = json["lowCritical"]?.double
    highCritical = json["hiCritical"]?.double
  }

  var isEmpty: Bool { self == ReferenceRange() }

  /// How a value compares, as OpenMRS 3 does it; nil without any limit.
  func interpretation(of value: Double) -> Interpretation? {
    if isEmpty { return nil }
    if let highCritical, value >= highCritical { return .criticallyHigh }
    if let highNormal, value > highNormal { return .high }
    if let lowCritical, value <= lowCritical { return .criticallyLow }
    if let lowNormal, value < lowNormal { return .low }
    return .normal
  }

  /// "90–120", "up to 230", "from 95"; nil where nothing is said about what is normal.
  var normalWords: String? {
    switch (lowNormal, highNormal) {
    case (let low?, let high?): "\(Observation.text(low))–\(Observation.text(high))"
    case (nil, let high?): "up to \(Observation.text(high))"
    case (let low?, nil): "from \(Observation.text(low))"
    case (nil, nil): nil
    }
  }
}
