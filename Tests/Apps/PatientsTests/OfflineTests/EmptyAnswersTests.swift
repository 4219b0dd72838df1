import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// A server that is out of order has answered 200 with empty lists (openmrs-forms-live): "none"
/// rests on more than that.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct EmptyAnswersTests {
  @Test(
    "patients: an empty list does not silently replace cached rows",
    arguments: [
      ("5", "allergy", "Penicillin"), ("6", "condition", "hypertension"),
      ("7", "order", "Amlodipine"),
    ])
  func anEmptyListDoesNotReplaceWhatIsKeptWithoutAWord(
    section: String, service: String, name: String
  ) async throws {
    let (nurse, session) = try await KeepingNurse.opened(Character(section))
    nurse.server.emptied = service
    await session.press("r")
    #expect(session.words.lowercased().contains(name.lowercased()))
    try session.expect("BAD ANSWER")
    try session.expectNo("Refreshed.")
    try session.expectNo("no known allergies")
    nurse.server.emptied = nil
    await session.press("r")
    try session.expect("LIVE clinic.example.org")
  }

  /// The server says nothing right, but 200 to a list.
  @Test(
    "OpenMRS empty list is believed only if the patient responds",
    arguments: ["allergy", "condition", "order", "programenrollment", "visit", "obs"])
  func noneIsSaidOnlyWhereThePatientIsHeard(service: String) async throws {
    let server = ScriptedTransport.demo { request, _ in
      if request.resource.contains("/\(service)?") { return .status(200, #"{"results": []}"#) }
      return request.resource.contains("/patient/\(Invented.grace)?") ? .no(500) : nil
    }
    let client = try client(server)
    let id = ResourceID(Invented.grace)
    await #expect(throws: OpenMRSError.self) {
      switch service {
      case "allergy": _ = try await client.allergies(of: id)
      case "condition": _ = try await client.conditions(of: id)
      case "order": _ = try await client.drugOrders(of: id)
      case "programenrollment": _ = try await client.programs(of: id)
      case "visit": _ = try await client.visits(of: id)
      default: _ = try await client.latestVitalSigns(of: id)
      }
    }
  }
}
