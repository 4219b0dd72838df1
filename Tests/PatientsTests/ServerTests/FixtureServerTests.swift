import Foundation
import Reprise
import Testing

@testable import Patients

@Suite struct FixtureServerTests {
  private func find(_ text: String) async throws -> Patient {
    let page = try await client().patients(matching: text, start: 0, limit: 20)
    return try #require(page.elements.first)
  }

  @Test func thereAre32PatientsAndEachCanBeOpened() async throws {
    let all = RecordStore.builtIn.all("patient")
    #expect(all.count == 32)
    for entry in all {
      let id = ResourceID(try #require(entry.text("uuid")))
      let patient = try await client().patient(id)
      #expect(patient.id == id)
      #expect(patient.title != "Unnamed patient")
    }
  }

  @Test func theDeadAreFoundBecauseTheyAreAskedFor() async throws {
    #expect(try await find("samuel").isDead)
    let asked = try await client().get(["patient"], [.init("q", "samuel")])
    #expect(asked["results"]?.array?.isEmpty == true)
  }

  @Test func everyWordOfAQuestionMustFit() async throws {
    #expect(try await find("odhiambo grace").title == "Grace Akinyi Odhiambo")
    let none = try await client().patients(matching: "grace otieno", start: 0, limit: 20)
    #expect(none.elements.isEmpty)
    #expect(try await find("1017F7").title == "Daniel Manyfolders")
  }

  @Test func aLongListComesInPagesThatJoinWithoutAGap() async throws {
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
      encounters.map(\.moment) == encounters.map(\.moment).sorted { $0 ?? .latest > $1 ?? .latest })
  }

  @Test func noLimitAboveAHundredIsAllowed() async throws {
    await #expect(
      throws: OpenMRSProblem.refused(500, "[Administrator has set absolute limit at 100]")
    ) {
      try await client().patients(matching: "a", start: 0, limit: 101)
    }
  }

  @Test func aModuleThatIsMissingIsNotFound() async throws {
    let patient = try await find("lindgren")
    await #expect(throws: OpenMRSProblem.self) { try await client().programs(of: patient.id) }
    #expect(try await client().conditions(of: patient.id).elements.isEmpty)
  }

  @Test(arguments: [
    ["patient", "nobody"], ["nothing"], ["patient", "a", "b"], ["encounter", "generated-312"],
  ])
  func whatIsNotThereIsNotFound(path: [String]) async throws {
    await #expect(throws: OpenMRSProblem.self) { try await client().get(path) }
  }

  @Test func noMoreIsGivenThanIsAskedFor() async throws {
    let answer = try await client().get(
      ["patient"], [.init("q", "grace"), .init("v", "custom:(uuid,person:(age))")])
    let patient = try #require(answer["results"]?.array?.first)
    #expect(patient.members?.map(\.key) == ["uuid", "person", "resourceVersion"])
    #expect(patient["person"]?.members?.map(\.key) == ["age", "resourceVersion"])
  }

  @Test(arguments: [
    "custom:(", "custom:()", "custom:(a", "custom:(a,)", "custom:(a:b)", "full", "custom:(a)b",
  ])
  func whatIsNoCustomRepresentationIsNone(text: String) {
    #expect(CustomRepresentation(text) == nil)
  }

  @Test func theFixtureHasAValueOfEveryKind() async throws {
    let grace = try await find("grace")
    let encounters = try await client().encounters(of: grace.id, start: 0, limit: 20).elements
    var kinds: Set<String> = []
    for row in encounters {
      for observation in try await client().encounter(row.id).observations {
        kinds.insert(Mirror(reflecting: observation.value).children.first?.label ?? "none")
      }
    }
    #expect(kinds.isSuperset(of: ["number", "text", "coded", "complex", "group"]))
  }

  @Test func visitsComeTheNewestFirstWhateverTheServersOrder() async throws {
    let visits = try await client().visits(of: find("grace").id).elements
    #expect(visits.map(\.start) == visits.map(\.start).sorted { $0 ?? .earliest > $1 ?? .earliest })
    #expect(visits.first?.isActive == true)
  }
}
