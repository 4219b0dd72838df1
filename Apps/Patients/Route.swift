import Reprise

/// The screens of the viewer. A session belongs to one server and user, so no route names them.
enum Route: ServerRoute {
  /// The beginning of sessions with the demo data before 0.2.0; it doesn't come back.
  case start
  case home
  case find
  case activeVisits
  case patient(id: ResourceID)
  case visit(id: ResourceID, of: ResourceID)
  case encounter(id: ResourceID, of: ResourceID)
  /// The vital signs over time, as a table.
  case vitals(of: ResourceID)
  /// One of the vital signs as a chart.
  case sign(Sign, of: ResourceID)
  /// An entry of the record in full.
  case entry(RecordKind, id: ResourceID, of: ResourceID)
  /// A patient as the server described them.
  case patientAnswer(id: ResourceID)
  case encounterAnswer(id: ResourceID)
  /// The data that logging out deletes, and the question whether to.
  case logOut
  /// The patients who are saved complete.
  case saved
  /// The patients who were opened last.
  case recent
  /// The patients whose record is in the recording that is replayed.
  case recorded
  /// The work of saving a patient complete, or all saved patients; nil for all. Patients saved at `since` or later are done.
  case saving(patient: ResourceID?, since: Int)
  /// The question whether to remove a saved patient.
  case removal(of: ResourceID)
  /// The server's last answer that couldn't be read.
  case unreadableAnswer
  /// The question for the user's password.
  case password(isRefused: Bool)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The server of the certificate: all other screens ask the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}
