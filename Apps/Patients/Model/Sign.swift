import Reprise

/// A vital sign. The raw values stand in sessions: never rename them.
enum Sign: String, Codable, CaseIterable, Hashable, Sendable {
  case bloodPressure, pulse, temperature, oxygenSaturation, respiratoryRate, weight, height
  /// The body mass index, computed from weight and height, never asked of the server.
  case bodyMassIndex
  case armCircumference
}

extension Sign {
  /// The concepts whose values the sign has, by their numbers in the CIEL dictionary. A server may
  /// have others
  /// for them: see `VitalDictionary`.
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

  /// The concepts of all signs, in the signs' order; a computed sign has none of its own.
  static let allConcepts = allCases.filter { $0 != .bodyMassIndex }.flatMap(\.concepts)

  /// Returns the id of a concept: its number filled up with A to 36 characters.
  static func concept(_ number: Int) -> ResourceID {
    let digits = String(number)
    return ResourceID(digits + String(repeating: "A", count: 36 - digits.count))
  }

  /// True if what is normal changes as a child grows: an adult's limits say nothing about it.
  /// Fever, and too little oxygen, are that at any age.
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

  /// The title in a sentence about all signs: "BMI (computed)".
  var remarkTitle: String { self == .bodyMassIndex ? title : shortTitle }

  /// The title for the heading of a narrow column.
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
