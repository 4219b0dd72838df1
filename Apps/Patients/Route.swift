import Accounts
import Reprise

/// The screens of the viewer. A session belongs to one server and user, so no route contains them.
enum Route: ServerRoute {
  /// The first screen of demo data sessions before 0.2.0. It is not restored.
  case start
  case home
  case find
  case activeVisits
  case patient(id: ResourceID)
  case visit(id: ResourceID, of: ResourceID)
  case encounter(id: ResourceID, of: ResourceID)
  /// The table of vital signs over time.
  case vitals(of: ResourceID)
  /// The chart of one vital sign.
  case sign(Sign, of: ResourceID)
  /// The details of an entry of the record.
  case entry(RecordKind, id: ResourceID, of: ResourceID)
  /// A patient as raw JSON.
  case patientAnswer(id: ResourceID)
  case encounterAnswer(id: ResourceID)
  /// The confirmation to log out, with the data that this deletes.
  case logOut
  /// The patients saved for offline use.
  case saved
  /// The patients opened most recently.
  case recent
  /// The patients in the replayed recording.
  case recorded
  /// Saving a patient for offline use, or updating all saved patients if `patient` is `nil`.
  /// Patients saved at `since` or later are skipped.
  case saving(patient: ResourceID?, since: Int)
  /// The confirmation to remove a saved patient.
  case removal(of: ResourceID)
  /// The server's last response that couldn't be read.
  case unreadableAnswer
  /// The prompt for the user's password.
  case password(isRefused: Bool)
  /// A certificate from an unknown authority.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The certificate's server. All other screens connect only to the server of the session's
  /// account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}

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
