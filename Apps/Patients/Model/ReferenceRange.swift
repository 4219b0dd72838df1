import Reprise

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

  /// What lies beyond a limit, at the critical ones as core counts them; nil for all else. Nobody is called normal here.
  func interpretation(of value: Double) -> Interpretation? {
    if let highCritical, value >= highCritical { return .aboveCritical }
    if let lowCritical, value <= lowCritical { return .belowCritical }
    if let highNormal, value > highNormal { return .above }
    if let lowNormal, value < lowNormal { return .below }
    return nil
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
