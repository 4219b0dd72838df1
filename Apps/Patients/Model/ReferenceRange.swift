import Reprise

/// The values between which something is normal, and those beyond which it is critical.
struct ReferenceRange: Hashable, Sendable {
  var lowNormal: Double?
  var highNormal: Double?
  var lowCritical: Double?
  var highCritical: Double?
  var lowAbsolute: Double?
  var highAbsolute: Double?
  /// True if the limits are this patient's, and not those of a concept, which are an adult's.
  var isOwn = false

  init() {}

  init(_ json: JSON, isOwn: Bool = false) {
    self.isOwn = isOwn
    lowNormal = json["lowNormal"]?.double
    highNormal = json["hiNormal"]?.double
    lowCritical = json["lowCritical"]?.double
    highCritical = json["hiCritical"]?.double
    lowAbsolute = json["lowAbsolute"]?.double
    highAbsolute = json["hiAbsolute"]?.double
  }

  /// Returns the range that counts for a patient. Servers repeat a concept's limits where they know no range for a child (openmrs-live
  /// 543b): those aren't the child's own.
  func counting(forChild isChild: Bool, beside general: ReferenceRange) -> ReferenceRange {
    guard isOwn, isChild else { return self }
    var repeated = self
    repeated.isOwn = general.isOwn
    return repeated == general ? repeated : self
  }

  var isEmpty: Bool {
    [lowNormal, highNormal, lowCritical, highCritical, lowAbsolute, highAbsolute]
      .allSatisfy { $0 == nil }
  }

  /// Returns the limit that a value lies beyond, at the critical ones as core counts them; nil for all others. Nobody is called normal
  /// here, and no child is compared with an adult's range.
  func interpretation(of value: Double, inChild isChild: Bool = false) -> Interpretation? {
    if let highAbsolute, value > highAbsolute { return .beyondAbsolute }
    if let lowAbsolute, value < lowAbsolute { return .beyondAbsolute }
    if let highCritical, value >= highCritical { return .aboveCritical }
    if let lowCritical, value <= lowCritical { return .belowCritical }
    guard isOwn || !isChild else { return nil }
    if let highNormal, value > highNormal { return .above }
    if let lowNormal, value < lowNormal { return .below }
    return nil
  }

  /// Tells whether a value is within the normal limit on one side, as far as there is such a limit.
  func isWithin(_ value: Double, where direction: Int?) -> Bool {
    switch direction {
    case .some(1): highNormal.map { value <= $0 } ?? false
    case .some(-1): lowNormal.map { value >= $0 } ?? false
    default: false
    }
  }

  /// The normal range in words: "90–120", or "90–120 (any age)" if it isn't this patient's own; nil if the server gives none.
  var normalWords: String? { limitWords.map { isOwn ? $0 : $0 + ReferenceRange.anyAge } }

  static let anyAge = " (any age)"

  /// The note where normal ranges couldn't be read.
  static let unreadable = "Normal ranges could not be read: a value without a mark may be abnormal."

  /// The limits in words: "90–120", "up to 230", "from 95".
  var limitWords: String? {
    switch (lowNormal, highNormal) {
    case (let low?, let high?): "\(Observation.text(low))–\(Observation.text(high))"
    case (nil, let high?): "up to \(Observation.text(high))"
    case (let low?, nil): "from \(Observation.text(low))"
    case (nil, nil): nil
    }
  }
}
