import Reprise

@testable import Patients

/// What the app reads an answer as: by its path, or by the model nearest to what it never asks for.
enum RecordedKind: String, CaseIterable, Sendable {
  case session, release
  case patient, person, allergy, visit, encounter, observation, diagnosis, condition
  case medication, program, concept, range
  /// Places, kinds of visits, orders of tests and the like: a name is all that the app has of them.
  case named

  /// The kind of a resource's answers, by the names of its path.
  init(_ path: [String]) {
    self =
      switch (path.first ?? "", path.count > 2 ? path[2] : "") {
      case ("session", _): .session
      case ("module", _): .release
      case ("patient", "allergy"): .allergy
      case ("patient", _): .patient
      case ("person", _): .person
      case ("visit", _): .visit
      case ("encounter", _): .encounter
      case ("obs", _): .observation
      case ("patientdiagnoses", _): .diagnosis
      case ("condition", _): .condition
      case ("order", _): .medication
      case ("programenrollment", _): .program
      case ("concept", _): .concept
      case ("conceptreferencerange", _): .range
      default: .named
      }
  }

  /// What the app makes of an entry. Throws if it can't read it, which it says on the screen.
  func read(_ entry: JSON) throws(Unreadable) -> Any {
    switch self {
    case .session: return entry["authenticated"]?.bool as Any
    case .release: return entry.text("version").flatMap { ServicesRelease($0) } as Any
    case .patient: return try Patient(entry)
    case .person:
      return try Patient(
        .object([.init("uuid", entry["uuid"] ?? .null), .init("person", entry)]))
    case .allergy: return try Allergy(entry)
    case .visit: return try Visit(entry)
    case .encounter: return try Encounter(entry)
    case .observation: return try Observation(entry)
    case .diagnosis:
      if let diagnosis = Diagnosis.list(.array([entry])).first { return diagnosis }
      guard entry["voided"]?.bool == true else { throw .noID }
      return "voided"
    case .condition: return try Condition(entry)
    case .medication: return try DrugOrder(entry)
    case .program: return try ProgramEnrollment(entry)
    case .concept:
      return ([entry] + (entry["setMembers"]?.array ?? [])).map { Concept($0) }
    case .range: return ReferenceRange(entry)
    case .named:
      guard let reference = Reference(entry) else { throw .noID }
      return reference
    }
  }

  /// Why an entry that was read isn't in the list that is shown; nil if it is.
  func reasonToLeaveOut(_ entry: JSON) -> String? {
    switch self {
    case .condition, .medication, .program, .diagnosis:
      if entry["voided"]?.bool == true { return "voided" }
      return self == .medication && entry.text("action") == "DISCONTINUE"
        ? "only stops another order" : nil
    default: return nil
    }
  }
}
