/// The kind of an entry of a record. Saved sessions contain the raw values: never rename them.
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

  /// The plural for error messages: "this server has no allergies; the module is missing".
  var manyName: String {
    switch self {
    case .allergy: "allergies"
    case .condition: "conditions"
    case .medication: "medications"
    case .program: "programs"
    }
  }
}
