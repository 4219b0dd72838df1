import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// A server that has no end of a patient's conditions, medicines, programs or measurements, page
/// upon page.
@Suite struct EndlessSectionsTests {
  private static let budget = 400_000
  private let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")

  /// A server of which one list never ends.
  private func server(_ list: String) -> ScriptedTransport {
    ScriptedTransport.demo { request, _ in
      guard request.resource.contains("/\(list)?") else { return nil }
      let long = String(repeating: "x", count: 2_000)
      let entry = JSON.object([
        JSON.Member("uuid", .string("e")), JSON.Member("display", .string(long)),
      ])
      let page = JSON.page(Array(repeating: entry, count: 50), hasNext: true)
      return .status(200, String(decoding: page.bytes, as: UTF8.self))
    }
  }

  private func ask(_ list: String, _ client: OpenMRSClient) async throws {
    switch list {
    case "condition": _ = try await client.conditions(of: grace)
    case "order": _ = try await client.drugOrders(of: grace)
    case "programenrollment": _ = try await client.programs(of: grace)
    default: _ = try await client.vitalSignsOverTime(of: grace)
    }
  }

  @Test(
    "Screen section over its memory budget says so",
    arguments: ["condition", "order", "programenrollment", "obs"])
  func aSectionOfAScreenSaysThatThereIsMoreThanRoom(list: String) async throws {
    var client = try client(server(list))
    client.sources.screenMemo = ResponseMemo(budget: MemoryBudget(memory: Self.budget))
    await #expect(throws: MemoryBudgetExceeded(memory: Self.budget)) { try await ask(list, client) }
  }

  @Test("Conditions in thousands are loaded to the last")
  func thousandsOfConditionsAreThereToTheLast() async throws {
    let transport = ScriptedTransport.demo { request, _ in
      guard request.resource.contains("/condition?") else { return nil }
      let start = request.resource.firstMatch(of: /startIndex=(\d+)/).flatMap { Int($0.1) } ?? 0
      let end = min(start + 100, 2_345)
      let page = (start..<end).map { number in
        JSON.object([
          JSON.Member("uuid", .string("c-\(number)")), JSON.Member("display", .string("Cough")),
        ])
      }
      let answer = JSON.page(page, hasNext: end < 2_345)
      return .status(200, String(decoding: answer.bytes, as: UTF8.self))
    }
    let conditions = try await client(transport).conditions(of: grace)
    #expect(conditions.elements.count + conditions.skipped.count == 2_345)
  }

  @Test(
    "Saved record names a section over its memory budget",
    arguments: ["condition", "order", "programenrollment", "obs"])
  func aSavedRecordSaysThatASectionIsMissing(list: String) async throws {
    let client = try client(server(list))
    let notes = ResponseRecorder(client.services.adapter, budget: MemoryBudget(memory: Self.budget))
    let patient = try await RecordDownload(of: grace, client.recording(notes), notes).load(
      onPatient: { _ in }, progress: { _, _ in })
    let copy = SavedCopy(SavedPatient(patient, timestamp: 7), responses: notes.responses)
    let names = [
      "condition": "conditions", "order": "medications", "programenrollment": "programs",
      "obs": "vital signs",
    ]
    #expect(copy.entry.missing.contains(names[list] ?? "?"))
    #expect(try #require(try copy.readAgain).entry.missing == copy.entry.missing)
    // All that there is, and a page more of each of the two questions that are asked at once.
    #expect(notes.budget.used < Self.budget + 2 * 300_000)
  }

  @Test("patients list ends at its memory budget and says so")
  func aPrintedListEndsWhereThereIsNoRoom() async throws {
    let client = try client(LargeClinic(patients: 5_000))
    let all = try await Command.found("patient", client)
    #expect(all.patients.count == 5_000 && all.notes.isEmpty)
    let some = try await Command.found("patient", client, budget: MemoryBudget(memory: 1_000_000))
    #expect((100..<5_000).contains(some.patients.count))
    #expect(
      some.notes == ["These are the first \(some.patients.count.grouped); type more of the name."])
  }

  @Test("Memory budget error is shown with its size") func theProblemNamesTheRoom() {
    #expect(
      StatusMessage(problem: "", MemoryBudgetExceeded()).text.contains(
        "The response exceeds the memory limit of 16 MiB."))
  }

  /// As many as a long life at a clinic leaves: they must fit.
  @Test("Record of 5000 encounters fits into its memory budget") func aLargeRecordHasRoom()
    async throws
  {
    let server = LargeClinic(encounters: 5_000)
    let client = try client(server)
    let notes = ResponseRecorder(client.services.adapter)
    _ = try await RecordDownload(of: grace, client.recording(notes), notes).load(
      onPatient: { _ in }, progress: { _, _ in })
    #expect(!notes.budget.isFull)
    #expect(notes.responses.keys.count { $0.hasPrefix("encounter/") } == 5_000)
  }
}
