import Reprise

/// The normal, critical and absolute limits of a value.
struct ReferenceRange: Hashable, Sendable {
  var lowNormal: Double?
  var highNormal: Double?
  var lowCritical: Double?
  var highCritical: Double?
  var lowAbsolute: Double?
  var highAbsolute: Double?
  /// Whether the limits are this patient's own. A concept's general limits are those of an adult.
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

  /// Returns the range to use for a patient. For a child without a specific range, servers repeat
  /// the concept's general limits (openmrs-live 543b), so equal limits count as general.
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

  /// Returns the limit that a value exceeds, or `nil`, which doesn't mean that it is normal.
  /// Critical limits are inclusive, as in core. General normal limits aren't applied to a child.
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

  /// Returns whether a value is within the normal limit on one side, if there is one.
  func isWithin(_ value: Double, where direction: Int?) -> Bool {
    switch direction {
    case .some(1): highNormal.map { value <= $0 } ?? false
    case .some(-1): lowNormal.map { value >= $0 } ?? false
    default: false
    }
  }

  /// The normal range: "90–120", or "90–120 (any age)" for general limits; `nil` if there is none.
  var normalWords: String? { limitWords.map { isOwn ? $0 : $0 + ReferenceRange.anyAge } }

  static let anyAge = " (any age)"

  /// The warning that normal ranges couldn't be loaded.
  static let unreadable = "Normal ranges could not be read: a value without a mark may be abnormal."

  /// The normal limits: "90–120", "up to 230", "from 95".
  var limitWords: String? {
    switch (lowNormal, highNormal) {
    case (let low?, let high?): "\(Observation.text(low))–\(Observation.text(high))"
    case (nil, let high?): "up to \(Observation.text(high))"
    case (let low?, nil): "from \(Observation.text(low))"
    case (nil, nil): nil
    }
  }
}
