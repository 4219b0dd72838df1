import Reprise
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// Very many people of one name.
@Suite struct StrictServerCrowdTests {
  private func server(_ profile: ServerProfile) -> OpenMRSServer {
    let people = (0..<1_050).map { number in
      let uuid = JSON.string("crowd-\(number)")
      return JSON.object([
        .init("uuid", uuid), .init("display", .string("\(number) - Umati \(number)")),
        .init("identifiers", .array([])),
        .init(
          "person",
          .object([.init("uuid", uuid), .init("display", .string("Umati \(number)"))])),
      ])
    }
    return OpenMRSServer(
      data: RecordStore(fixture: .object([.init("patients", .array(people))])), as: profile)
  }

  private let question = "patient?q=umati&includeDead=true&totalCount=true&v=custom:(uuid)"

  @Test("Strict OpenMRS server counts at most 1000 hits") func noSearchCountsBeyondAThousand() {
    let server = server(.o3Release6)
    #expect(server.get(question).json["totalCount"]?.int == 1_000)
    #expect(server.results(question + "&startIndex=950&limit=100").count == 50)
    #expect(server.results(question + "&startIndex=1000").isEmpty)
    #expect(
      server.get(question + "&startIndex=5000").message == "[fromIndex(5000) > toIndex(1000)]")
    #expect(server.get(question + "&startIndex=-1").message == "[fromIndex = -1]")
  }

  @Test("Strict OpenMRS server of an old release counts all hits")
  func anOldOneCountsAllAndGivesAnEmptyPageBeyondTheEnd() {
    let server = server(.o3Release1)
    #expect(server.get(question).json["totalCount"]?.int == 1_050)
    #expect(server.get(question + "&startIndex=5000").status == 200)
    #expect(server.results(question + "&startIndex=5000").isEmpty)
  }
}
