import Reprise

/// A vital sign. Saved sessions contain the raw values, so these must never be renamed.
enum Sign: String, Codable, CaseIterable, Hashable, Sendable {
  case bloodPressure, pulse, temperature, oxygenSaturation, respiratoryRate, weight, height
  /// The body mass index, computed from weight and height.
  case bodyMassIndex
  case armCircumference

  /// A server may use others than CIEL's: see `VitalDictionary`.
  var concepts: [ResourceID] {
    let numbers =
      switch self {
      case .bloodPressure: [5085, 5086]
      case .pulse: [5087]
      case .temperature: [5088]
      case .oxygenSaturation: [5092]
      case .respiratoryRate: [5242]
      case .weight, .bodyMassIndex: [5089]
      case .height: [5090]
      case .armCircumference: [1343]
      }
    return numbers.map { Sign.concept($0) }
  }

  static let allConcepts = allCases.filter { $0 != .bodyMassIndex }.flatMap(\.concepts)

  /// CIEL's UUIDs are the number padded with "A" to 36 characters.
  static func concept(_ number: Int) -> ResourceID {
    let digits = String(number)
    return ResourceID(digits + String(repeating: "A", count: 36 - digits.count))
  }

  /// Normal values change as a child grows, so that an adult's limits don't apply.
  var dependsOnAge: Bool { self != .temperature && self != .oxygenSaturation }

  var title: String {
    switch self {
    case .bloodPressure: "Blood pressure"
    case .pulse: "Pulse"
    case .temperature: "Temperature"
    case .oxygenSaturation: "Oxygen saturation"
    case .respiratoryRate: "Respiratory rate"
    case .weight: "Weight"
    case .height: "Height"
    case .bodyMassIndex: "BMI (computed)"
    case .armCircumference: "Arm circumference"
    }
  }

  var footerTitle: String { self == .bodyMassIndex ? title : shortTitle }

  var shortTitle: String {
    switch self {
    case .bloodPressure: "BP"
    case .pulse: "PULSE"
    case .temperature: "TEMP"
    case .oxygenSaturation: "SPO2"
    case .respiratoryRate: "RESP"
    case .weight: "WEIGHT"
    case .height: "HEIGHT"
    case .bodyMassIndex: "BMI (COMPUTED)"
    case .armCircumference: "ARM"
    }
  }
}
