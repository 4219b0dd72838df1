import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// No allergy is left out because a server gives fewer at a time
/// (`webservices.rest.maxResultsDefault`, recording 320b).
@Suite struct AllAllergiesTests {
  /// The patient with twelve allergies, at a server that gives a few at a time.
  private func philomena(limit: Int) async throws -> (client: OpenMRSClient, id: ResourceID) {
    var demo = SimulatorTransport(data: .builtIn)
    demo.server.limits = (usual: limit, most: limit)
    let client = try client(demo)
    let found = try await client.patients(matching: "philomena", start: 0, limit: 1)
    return (client, try #require(found.elements.first).id)
  }

  @Test("Allergies beyond the limit of the server are all loaded")
  func allAreThereWhereTheServerGivesFive() async throws {
    let (client, id) = try await philomena(limit: 5)
    let list = try await client.allergies(of: id)
    #expect(list.status == .recorded)
    #expect(list.allergies.count == 12)
  }

  @Test("Allergies in a saved copy are complete") func aCopyHasThemAll() async throws {
    let (client, id) = try await philomena(limit: 5)
    let copy = try await client.complete(id, at: 7) { _, _ in }
    let answer = copy.responses.first { $0.key.contains("/allergy?") }?.value
    guard case .received(let body, _)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(try body.json["results"]?.array?.count == 12)
  }

  @Test("Allergies never asked for are null in a saved copy")
  func thatNobodyAskedIsNoEmptyListInACopy() async throws {
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains("/allergy?") ? .status(204, "") : nil
    }
    let id = ResourceID("a0000001-0000-4000-8000-000000001eef")
    let copy = try await client(server).complete(id, at: 7) { _, _ in }
    let answer = copy.responses.first { $0.key.contains("/allergy?") }?.value
    #expect(answer == .received(StoredBody(.null), timestamp: 0))
  }
}
