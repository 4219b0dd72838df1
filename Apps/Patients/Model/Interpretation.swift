import Reprise

/// How a value compares with what is normal, and who says so. Word and mark always stand together on the screen.
enum Interpretation: Hashable, Sendable {
  /// What the server says. NORMAL is only ever said by it.
  case stated(Stated)
  /// A word of the server's that this release doesn't know.
  case other(String)
  /// What the value's own limits say, compared here: the server leaves it out for what is merely too high (openmrs-live 2.6).
  case above, below
  case aboveCritical, belowCritical
}

extension Interpretation {
  /// OpenMRS's own words for it (Obs.Interpretation, core 2.1 and later).
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

  /// Reads the server's word; nil without one.
  init?(_ code: String?) {
    guard let code else { return nil }
    self = Stated(rawValue: code.uppercased()).map { .stated($0) } ?? .other(code)
  }

  var word: String {
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
    }
  }

  /// Nil for what is normal, or found absent.
  var mark: Mark? {
    switch self {
    case .stated(.normal), .stated(.negative), .stated(.susceptible), .stated(.verySusceptible): nil
    case .stated(.low), .stated(.significantChangeDown), .below: Mark("▼", .warning)
    case .stated(.high), .stated(.significantChangeUp), .above: Mark("▲", .warning)
    case .stated(.criticallyLow), .stated(.offScaleLow), .belowCritical: Mark("▼", .bad)
    case .stated(.criticallyHigh), .stated(.offScaleHigh), .aboveCritical: Mark("▲", .bad)
    case .stated(.criticallyAbnormal), .stated(.resistant): Mark("●", .bad)
    case .stated(.abnormal), .stated(.positive), .stated(.intermediate), .other: Mark("●", .warning)
    }
  }

  /// The same if it says that a value is above a limit; nil for all else.
  var ifAbove: Interpretation? { self == .above || self == .aboveCritical ? self : nil }

  /// The same if it says that a value is below a limit; nil for all else.
  var ifBelow: Interpretation? { self == .below || self == .belowCritical ? self : nil }

  /// "▲ high"; nothing for what is normal.
  var flag: String { mark.map { "\($0.symbol) \(word)" } ?? "" }

  /// How far from normal it is: the worse of two is the one to say.
  var severity: Int {
    switch mark?.role {
    case nil: 0
    case .bad?: 2
    default: 1
    }
  }
}
