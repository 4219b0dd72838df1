/// The kind of an entry of a record. The raw values stand in sessions: never rename them.
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

  /// The name of the kind for a server that lacks the module for it.
  var manyName: String {
    switch self {
    case .allergy: "allergies"
    case .condition: "conditions"
    case .medication: "medications"
    case .program: "programs"
    }
  }
}
