/// What an entry of a record is. The raw values stand in sessions: never rename them.
enum RecordKind: String, Codable, Hashable, Sendable {
  case allergy, condition, medication, program
}

extension RecordKind {
  var title: String {
    switch self {
    case .allergy: "Allergy"
    case .condition: "Condition"
    case .medication: "Medication"
    case .program: "Program"
    }
  }

  /// For a server that lacks the module for them.
  var manyName: String {
    switch self {
    case .allergy: "allergies"
    case .condition: "conditions"
    case .medication: "medications"
    case .program: "programs"
    }
  }
}
