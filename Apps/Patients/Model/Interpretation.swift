import Reprise

/// How a value compares with what is normal. Word and mark always stand together on the screen.
enum Interpretation: Hashable, Sendable {
  case normal
  case low, high
  case criticallyLow, criticallyHigh
  /// Beyond what can be measured.
  case offScaleLow, offScaleHigh
  case abnormal
  /// What else a server says.
  case other(String)
}

extension Interpretation {
  /// Reads the server's word: `CRITICALLY_HIGH`.
  init?(_ code: String?) {
    guard let code else { return nil }
    switch code.uppercased() {
    case "NORMAL": self = .normal
    case "LOW": self = .low
    case "HIGH": self = .high
    case "CRITICALLY_LOW": self = .criticallyLow
    case "CRITICALLY_HIGH": self = .criticallyHigh
    case "OFF_SCALE_LOW": self = .offScaleLow
    case "OFF_SCALE_HIGH": self = .offScaleHigh
    case "ABNORMAL", "CRITICALLY_ABNORMAL": self = .abnormal
    default: self = .other(code)
    }
  }

  var word: String {
    switch self {
    case .normal: "normal"
    case .low: "low"
    case .high: "high"
    case .criticallyLow: "critically low"
    case .criticallyHigh: "critically high"
    case .offScaleLow: "off scale, low"
    case .offScaleHigh: "off scale, high"
    case .abnormal: "abnormal"
    case .other(let code): code.lowercased().replacing("_", with: " ")
    }
  }

  /// Nil for what is normal.
  var mark: Mark? {
    switch self {
    case .normal: nil
    case .low: Mark("▼", .warning)
    case .high: Mark("▲", .warning)
    case .criticallyLow, .offScaleLow: Mark("▼", .bad)
    case .criticallyHigh, .offScaleHigh: Mark("▲", .bad)
    case .abnormal, .other: Mark("●", .warning)
    }
  }

  /// "▲ high"; nothing for what is normal.
  var flag: String { mark.map { "\($0.symbol) \(word)" } ?? "" }

  /// How far from normal it is: the worse of two is the one to say.
  var severity: Int {
    switch self {
    case .normal: 0
    case .abnormal, .other: 1
    case .low, .high: 2
    case .criticallyLow, .criticallyHigh: 3
    case .offScaleLow, .offScaleHigh: 4
    }
  }
}
