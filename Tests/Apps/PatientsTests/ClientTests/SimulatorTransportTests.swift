import Foundation
import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@Suite struct SimulatorTransportTests {
  private func find(_ text: String) async throws -> Patient {
    let page = try await client().patients(matching: text, start: 0, limit: 20)
    return try #require(page.elements.first)
  }

  @Test("OpenMRS simulator opens every patient") func eachPatientCanBeOpened() async throws {
    let all = RecordStore.builtIn.all("patient")
    #expect(all.count > 30)
    for entry in all {
      let id = ResourceID(try #require(entry.text("uuid")))
      #expect(try await client().patient(id).title != "Unnamed patient")
    }
  }

  @Test("OpenMRS simulator finds dead patients only on request")
  func theDeadAreFoundBecauseTheyAreAskedFor() async throws {
    #expect(try await find("samuel").isDead == true)
    let asked = try await client().get(["patient"], [.init("q", "samuel")])
    #expect(asked["results"]?.array?.isEmpty == true)
  }

  @Test("OpenMRS simulator search requires every word") func everyWordOfAQuestionMustFit()
    async throws
  {
    #expect(try await find("odhiambo grace").title == "Grace Akinyi Odhiambo")
    let none = try await client().patients(matching: "grace otieno", start: 0, limit: 20)
    #expect(none.elements.isEmpty && none.total == nil && !none.hasMore)
    #expect(try await find("1017F7").title == "Daniel Manyfolders")
  }

  @Test("OpenMRS simulator pages join without a gap")
  func aLongListComesInPagesThatJoinWithoutAGap() async throws {
    let patient = try await find("otieno")
    var encounters: [Encounter] = []
    var hasMore = true
    while hasMore {
      let page = try await client().encounters(of: patient.id, start: encounters.count, limit: 100)
      #expect(page.total == 312)
      encounters += page.elements
      hasMore = page.hasMore
    }
    #expect(encounters.count == 312)
    #expect(Set(encounters.map(\.id)).count == 312)
    #expect(
      encounters.map(\.timestamp)
        == encounters.map(\.timestamp).sorted { $0 ?? .latest > $1 ?? .latest })
  }

  @Test("OpenMRS client requests no more than servers allow")
  func noMoreIsAskedForThanAnyServerAllows() async throws {
    let page = try await client().patients(matching: "wanjiru", start: 0, limit: 1_000)
    #expect(page.elements.count == 2)
  }

  @Test("OpenMRS client learns the page limit of the server")
  func whatAnAdministratorAllowsIsLearnt() async throws {
    var fixture = SimulatorTransport(data: .builtIn)
    fixture.server.limits.most = 10
    let client = try client(fixture)
    let id = try await find("otieno").id
    let first = try await client.encounters(of: id, start: 0, limit: 50)
    #expect(first.count == 10 && first.hasMore)
    #expect(client.knowledge.limit == 10)
    #expect(try await client.vitalSignsOverTime(of: id).measurementSets.count > 50)
  }

  @Test("OpenMRS simulator: a missing module is not found") func aModuleThatIsMissingIsNotFound()
    async throws
  {
    let patient = try await find("lindgren")
    await #expect(throws: OpenMRSError.self) { try await client().programs(of: patient.id) }
    #expect(try await client().conditions(of: patient.id).elements.isEmpty)
  }

  @Test(
    "OpenMRS simulator: an unknown resource is not found",
    arguments: [
      ["patient", "nobody"], ["nothing"], ["patient", "a", "b"], ["encounter", "generated-312"],
    ])
  func whatIsNotThereIsNotFound(path: [String]) async throws {
    await #expect(throws: OpenMRSError.self) { try await client().get(path) }
  }

  @Test(
    "OpenMRS custom representation with invalid syntax is nil",
    arguments: [
      "custom:(", "custom:()", "custom:(a", "custom:(a,)", "custom:(a:b)", "full", "custom:(a)b",
    ])
  func whatIsNoCustomRepresentationIsNone(text: String) {
    #expect(CustomRepresentation(text) == nil)
  }

  @Test("OpenMRS demo data have a value of every kind") func theDemoDataHaveAValueOfEveryKind()
    async throws
  {
    var kinds: Set<String> = []
    for name in ["grace", "constance"] {
      let patient = try await find(name).id
      for row in try await client().encounters(of: patient, start: 0, limit: 20).elements {
        for observation in try await client().encounter(row.id, of: patient).observations {
          kinds.insert(String("\(observation.value)".prefix { $0.isLetter }))
        }
      }
    }
    #expect(
      kinds
        == ["number", "text", "day", "time", "date", "coded", "boolean", "complex", "group"])
  }

  @Test("OpenMRS visits are sorted newest first")
  func visitsComeTheNewestFirstWhateverTheServersOrder() async throws {
    let visits = try await client().visits(of: find("grace").id).elements
    #expect(visits.map(\.start) == visits.map(\.start).sorted { $0 ?? .earliest > $1 ?? .earliest })
    #expect(visits.first?.end == nil)
  }
}
