import Reprise

/// The relation of a value to its normal range, and who states it. Word and mark always stand together on the screen.
enum Interpretation: Hashable, Sendable {
  /// The server's own interpretation. Only a server ever says NORMAL.
  case stated(Stated)
  /// A word of the server's that this release doesn't know.
  case other(String)
  /// The outcome of comparing the value with its own limits here: the server leaves it out for a value that is merely too high
  /// (openmrs-live 2.6).
  case above, below
  case aboveCritical, belowCritical
  /// Beyond the limits that the concept allows at all: a slip of the pen, or of the keyboard.
  case beyondAbsolute
  /// Within the limits; only beside a word of the server's that says otherwise.
  case within
  /// The server's word for the value, and what its limits say: one of the two is wrong.
  indirect case contradicted(Interpretation, Interpretation)
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
    case .beyondAbsolute: "beyond absolute limit"
    case .within: "within range"
    case .contradicted(let stated, let compared): "\(stated.word), but \(compared.word)"
    }
  }

  /// The mark; nil for a value that is normal, or found absent.
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

  /// The side of normal that it tells of: 1 above, -1 below; nil if it tells of neither.
  var direction: Int? {
    switch self {
    case .stated(.low), .stated(.criticallyLow), .stated(.offScaleLow), .below, .belowCritical: -1
    case .stated(.high), .stated(.criticallyHigh), .stated(.offScaleHigh), .above, .aboveCritical:
      1
    default: nil
    }
  }

  /// Tells whether a server's word says as much as a comparison: no milder, and of the same side.
  func includes(_ compared: Interpretation) -> Bool {
    guard severity >= compared.severity else { return false }
    guard let direction, let other = compared.direction else { return true }
    return direction == other
  }

  /// The interpretation, if it says that a value is above a limit; nil for all others.
  var ifAbove: Interpretation? { self == .above || self == .aboveCritical ? self : nil }

  /// The interpretation, if it says that a value is below a limit; nil for all others.
  var ifBelow: Interpretation? { self == .below || self == .belowCritical ? self : nil }

  /// The mark and the word: "▲ high"; empty for a normal value.
  var flag: String { mark.map { "\($0.symbol) \(word)" } ?? "" }

  /// The distance from normal: of two values the worse is the one to show.
  var severity: Int {
    switch mark?.role {
    case nil: 0
    case .bad?: 2
    default: 1
    }
  }
}
