import Accounts
import FoundationEssentials
import Reprise

/// The screens of the viewer. A session belongs to one server and user, so a route contains
/// neither.
enum Route: ServerRoute {
  /// The first screen in sessions with demo data before release 0.2.0. It isn't restored.
  case start
  case home
  case find
  case activeVisits
  case patient(id: ResourceID)
  case visit(id: ResourceID, of: ResourceID)
  case encounter(id: ResourceID, of: ResourceID)
  case vitals(of: ResourceID)
  case sign(Sign, of: ResourceID)
  case entry(RecordKind, id: ResourceID, of: ResourceID)
  case patientAnswer(id: ResourceID)
  case encounterAnswer(id: ResourceID)
  case logOut
  case saved
  case recent
  case recorded
  /// The screen that saves the records of a patient, or of all saved patients if `patient` is
  /// `nil`. Records that were saved at `since` or later are skipped.
  case saving(patient: ResourceID?, since: Int)
  case removal(of: ResourceID)
  case unreadableAnswer
  case password(isRefused: Bool)
  case certificate(UnknownCertificate)

  /// All other screens connect only to the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}

/// The kind of an entry in a patient's record. Saved sessions contain the raw values, so these must
/// never be renamed.
enum RecordKind: String, Codable, Hashable, Sendable {
  case allergy, condition, medication, program

  var title: String { rawValue.capitalized }

  /// For error messages: "this server has no allergies; the module is missing".
  var manyName: String { self == .allergy ? "allergies" : rawValue + "s" }
}
