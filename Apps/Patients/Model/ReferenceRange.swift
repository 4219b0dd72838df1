import Reprise

/// Between which values something is normal, and beyond which it is critical.
struct ReferenceRange: Hashable, Sendable {
  var lowNormal: Double?
  var highNormal: Double?
  var lowCritical: Double?
  var highCritical: Double?
  /// Tells whether they are this patient's, and not those of a concept, which are an adult's.
  var isOwn = false

  init() {}

  init(_ json: JSON, isOwn: Bool = false) {
    self.isOwn = isOwn
    lowNormal = json["lowNormal"]?.double
    highNormal = json["hiNormal"]?.double
    lowCritical = json["lowCritical"]?.double
    highCritical = json["hiCritical"]?.double
  }

  /// The same range as it counts for a patient. Servers repeat a concept's limits where they know no range for a child
  /// (openmrs-live 543b): those aren't the child's own.
  func counting(forChild isChild: Bool, beside general: ReferenceRange) -> ReferenceRange {
    guard isOwn, isChild else { return self }
    var repeated = self
    repeated.isOwn = general.isOwn
    return repeated == general ? repeated : self
  }

  var isEmpty: Bool {
    [lowNormal, highNormal, lowCritical, highCritical].allSatisfy { $0 == nil }
  }

  /// What lies beyond a limit, at the critical ones as core counts them; nil for all else. Nobody is called normal here, and no child
  /// is compared with what is normal for an adult.
  func interpretation(of value: Double, inChild isChild: Bool = false) -> Interpretation? {
    if let highCritical, value >= highCritical { return .aboveCritical }
    if let lowCritical, value <= lowCritical { return .belowCritical }
    guard isOwn || !isChild else { return nil }
    if let highNormal, value > highNormal { return .above }
    if let lowNormal, value < lowNormal { return .below }
    return nil
  }

  /// "90–120", or "90–120 (any age)" where that isn't said of this patient; nil where nothing is said about what is normal.
  var normalWords: String? { limitWords.map { isOwn ? $0 : $0 + ReferenceRange.anyAge } }

  static let anyAge = " (any age)"

  /// "90–120", "up to 230", "from 95".
  var limitWords: String? {
    switch (lowNormal, highNormal) {
    case (let low?, let high?): "\(Observation.text(low))–\(Observation.text(high))"
    case (nil, let high?): "up to \(Observation.text(high))"
    case (let low?, nil): "from \(Observation.text(low))"
    case (nil, nil): nil
    }
  }
}
