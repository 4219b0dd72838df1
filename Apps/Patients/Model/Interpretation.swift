import Reprise

/// The screen always shows both its word and its mark.
enum Interpretation: Hashable, Sendable {
  /// An interpretation by the server. Only the server reports a value as normal.
  case stated(Stated)
  /// The server's code, which this release of the viewer doesn't support.
  case other(String)
  /// The server sends no interpretation for a value that is merely too high (openmrs-live 2.6).
  case above, below
  case aboveCritical, belowCritical
  /// The value is outside the limits of possible values, so it was entered incorrectly.
  case beyondAbsolute
  /// Used only as a value of `contradicted`.
  case within
  /// The server's interpretation, and the viewer's comparison with the limits.
  indirect case contradicted(Interpretation, Interpretation)
}

extension Interpretation {
  enum Stated: String, CaseIterable, Hashable, Sendable {
    case normal = "NORMAL"
    case abnormal = "ABNORMAL"
    case criticallyAbnormal = "CRITICALLY_ABNORMAL"
    case negative = "NEGATIVE"
    case positive = "POSITIVE"
    case low = "LOW"
    case high = "HIGH"
    case criticallyLow = "CRITICALLY_LOW"
    case criticallyHigh = "CRITICALLY_HIGH"
    case offScaleLow = "OFF_SCALE_LOW"
    case offScaleHigh = "OFF_SCALE_HIGH"
    case significantChangeUp = "SIGNIFICANT_CHANGE_UP"
    case significantChangeDown = "SIGNIFICANT_CHANGE_DOWN"
    case susceptible = "SUSCEPTIBLE"
    case intermediate = "INTERMEDIATE"
    case resistant = "RESISTANT"
    case verySusceptible = "VERY_SUSCEPTIBLE"
  }

  init?(_ code: String?) {
    guard let code else { return nil }
    self = Stated(rawValue: code.uppercased()).map { .stated($0) } ?? .other(code)
  }

  var text: String {
    switch self {
    case .stated(.offScaleLow): "off scale, low"
    case .stated(.offScaleHigh): "off scale, high"
    case .stated(.significantChangeUp): "risen significantly"
    case .stated(.significantChangeDown): "fallen significantly"
    case .stated(let stated): stated.rawValue.lowercased().replacing("_", with: " ")
    case .other(let code): code.lowercased().replacing("_", with: " ")
    case .above: "above range"
    case .below: "below range"
    case .aboveCritical: "above critical limit"
    case .belowCritical: "below critical limit"
    case .beyondAbsolute: "beyond absolute limit"
    case .within: "within range"
    case .contradicted(let stated, let compared): "\(stated.text), but \(compared.text)"
    }
  }

  var mark: Mark? {
    switch self {
    case .stated(.normal), .stated(.negative), .stated(.susceptible), .stated(.verySusceptible): nil
    case .stated(.low), .stated(.significantChangeDown), .below: Mark("▼", .warning)
    case .stated(.high), .stated(.significantChangeUp), .above: Mark("▲", .warning)
    case .stated(.criticallyLow), .stated(.offScaleLow), .belowCritical: Mark("▼", .bad)
    case .stated(.criticallyHigh), .stated(.offScaleHigh), .aboveCritical: Mark("▲", .bad)
    case .stated(.criticallyAbnormal), .stated(.resistant), .beyondAbsolute: Mark("●", .bad)
    case .within: nil
    case .contradicted(let stated, let compared):
      (compared.severity >= stated.severity ? compared : stated).mark
    case .stated(.abnormal), .stated(.positive), .stated(.intermediate), .other: Mark("●", .warning)
    }
  }

  /// 1 for above the normal range, -1 for below, `nil` for neither.
  var direction: Int? {
    switch self {
    case .stated(.low), .stated(.criticallyLow), .stated(.offScaleLow), .below, .belowCritical: -1
    case .stated(.high), .stated(.criticallyHigh), .stated(.offScaleHigh), .above, .aboveCritical:
      1
    default: nil
    }
  }

  /// Returns whether this covers a comparison: it is at least as severe, and on the same side.
  func includes(_ compared: Interpretation) -> Bool {
    guard severity >= compared.severity else { return false }
    guard let direction, let other = compared.direction else { return true }
    return direction == other
  }

  var ifAbove: Interpretation? { self == .above || self == .aboveCritical ? self : nil }

  var ifBelow: Interpretation? { self == .below || self == .belowCritical ? self : nil }

  /// "▲ high"; empty for a normal value.
  var flag: String { mark.map { "\($0.symbol) \(text)" } ?? "" }

  /// From 0 (normal) to 2 (critical).
  var severity: Int {
    switch mark?.role {
    case nil: 0
    case .bad?: 2
    default: 1
    }
  }
}

struct ReferenceRange: Hashable, Sendable {
  var lowNormal: Double?
  var highNormal: Double?
  var lowCritical: Double?
  var highCritical: Double?
  var lowAbsolute: Double?
  var highAbsolute: Double?
  /// A concept's general limits are those of an adult.
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

  /// For a child without a specific range, servers repeat the concept's general limits
  /// (openmrs-live 543b), so equal limits count as general.
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

  /// `nil` doesn't mean that the value is normal. Critical limits are inclusive, as in core.
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

  func isWithin(_ value: Double, where direction: Int?) -> Bool {
    switch direction {
    case .some(1): highNormal.map { value <= $0 } ?? false
    case .some(-1): lowNormal.map { value >= $0 } ?? false
    default: false
    }
  }

  /// "90–120", or "90–120 (any age)" for general limits.
  var normalText: String? { limitText.map { isOwn ? $0 : $0 + ReferenceRange.anyAge } }

  static let anyAge = " (any age)"

  static let unreadable = "Normal ranges could not be read: a value without a mark may be abnormal."

  var limitText: String? {
    switch (lowNormal, highNormal) {
    case (let low?, let high?): "\(Observation.text(low))–\(Observation.text(high))"
    case (nil, let high?): "up to \(Observation.text(high))"
    case (let low?, nil): "from \(Observation.text(low))"
    case (nil, nil): nil
    }
  }
}
