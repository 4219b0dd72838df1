import Reprise

/// The screens of the viewer. A session belongs to one server and user, so no route names them.
enum Route: AppRoute {
  case start
  case home
  case find
  case activeVisits
  case patient(id: ResourceID)
  case visit(id: ResourceID, of: ResourceID)
  case encounter(id: ResourceID, of: ResourceID)
  /// The vital signs over time, as a table.
  case vitals(of: ResourceID)
  /// One of them as a chart.
  case sign(Sign, of: ResourceID)
  /// A patient as the server described them.
  case patientAnswer(id: ResourceID)
  case encounterAnswer(id: ResourceID)
  /// What logging out deletes, and the question whether to.
  case logOut
  /// The question for the user's password.
  case password(isRefused: Bool)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}
