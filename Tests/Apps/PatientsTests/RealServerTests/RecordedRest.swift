@testable import OpenMRSSimulator
@testable import Patients

/// The requests that the strict server answers otherwise than the real ones did, each with the
/// reason.
///
/// The comparison fails for one that isn't here, and for one that is and needn't be.
enum RecordedRest {
  static func reasons(for profile: ServerProfile) -> [String: String] {
    var reasons = everywhere
    reasons.merge(profile == .o3Release6 ? complete : otherData) { $1 }
    if profile.searchesByTotalCount { reasons.merge(before249) { $1 } }
    if profile.core < "2.7" { reasons.merge(beforeCore27) { $1 } }
    if profile.core < "2.6" { reasons.merge(beforeCore26) { $1 } }
    return reasons
  }

  private static let everywhere = [
    "010-session-admin": "The administrator's roles are other data.",
    "908-app-info": "System settings aren't modelled: the app asks for none.",
    "910-double-slash": "A path with two slashes isn't modelled: the app makes none.",
  ]

  private static let complete = [
    "573-obs-of-patient":
      "Observations of one moment come in the order of the database, which isn't recorded.",
    "940-visits-all": "Its visits were recorded with their names alone, and have no begin here.",
  ]

  private static let otherData = [
    "703b-orders-outpatient-any": "Orders of a class come in no order; here in that of 3.2.0.",
    "705-orders-active": "Orders of a class come in no order; here in that of 3.2.0.",
  ]

  private static let before249 = [
    "572-obs-by-concepts-total":
      "Observations of one moment come in the order of the database, which isn't recorded."
  ]

  private static let beforeCore27 = [
    "505a-vitals": "A place was stored as a text there: other data.",
    "508-encounters-no-such-type": "A place was stored as a text there: other data.",
    "541b-encounter-LABS": "A place was stored as a text there: other data.",
    "555b-save-page": "Not kept; 541b, which was, has a file with its links as we do.",
    "556-encounter-user-noobs": "Not kept; 541b, which was, has a file with its links as we do.",
    "557-encounter-user-noconcepts":
      "Not kept; 541b, which was, has a file with its links as we do.",
    "558-encounter-user-nopeople":
      "Not kept; 541b, which was, has a file with its links as we do.",
    "561-encounter-user-nopatients":
      "Not kept; 541b, which was, has a file with its links as we do.",
  ]

  private static let beforeCore26 = [
    "540b-encounter-NOTE": "No diagnoses were entered at this server: other data.",
    "552-encounter-default": "No diagnoses were entered at this server: other data.",
    "562-encounter-diagnoses-default": "No diagnoses were entered at this server: other data.",
  ]
}
