import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// The demo data are what the simulated server responds.
@Suite struct DemoRecordingGoldenTests {
  private static let people = RecordStore.builtIn.all("patient").compactMap { patient in
    patient.text("uuid").map { ResourceID($0) }
  }

  /// Walks through all screens, and compares the responses with the recorded ones.
  ///
  /// `REPRISE_RECORD_GOLDENS=1` records them, with the program `lz4`.
  @Test("patients demo data equal the responses of the simulator")
  func everyResponseIsTheSimulatedServers() async throws {
    let heard = HeardResponses()
    try await Self.walk(
      OpenMRSClient(
        over: RecordingTransport(
          SimulatorTransport(data: .builtIn), of: .recorded, into: RecordedPages(heard),
          now: { 0 }),
        at: .recorded))
    let answers = heard.answers
    if ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] != nil {
      throw GoldenError.recorded(try Self.record(answers))
    }
    let kept = DemoRecording.builtIn.responses
    let changed = Set(kept.keys).union(answers.keys).filter { kept[$0] != answers[$0] }
    #expect(changed.isEmpty, "Record the demo data with REPRISE_RECORD_GOLDENS=1.")
  }

  /// Windows have pages of other sizes than the recorded ones.
  @Test(
    "patients demo data: pages of any size equal the simulator", arguments: [1, 7, 24, 50, 100])
  func aPageOfAnySizeIsTheSimulatedServers(limit: Int) async throws {
    let (demo, server) = Self.clients
    for id in Self.people {
      let count = try await server.encounters(of: id, start: 0, limit: 1).total ?? 0
      for start in [0, limit, 13, 300] where start == 0 || start < count {
        #expect(
          try await ComparedPage(demo.encounters(of: id, start: start, limit: limit))
            == ComparedPage(server.encounters(of: id, start: start, limit: limit)))
      }
    }
    #expect(
      try await ComparedPage(demo.activeVisits(start: 0, limit: limit))
        == ComparedPage(server.activeVisits(start: 0, limit: limit)))
  }

  /// Each beginning of each word of a name and each part of an identifier, and what finds nobody.
  @Test("patients demo data: searches equal the simulator")
  func aSearchFindsWhatTheSimulatedServerFinds() async throws {
    let (demo, server) = Self.clients
    var texts: Set = [
      "", " ", "x", "zz", "grace  ODH", "odhi grace", "grace otieno", "é", "+", "a&b",
    ]
    for id in Self.people {
      let patient = try await server.patient(id)
      let words = patient.raw.text("display")?.split { " -'".contains($0) } ?? []
      for word in words.map({ String($0) }) + patient.identifiers.map(\.text) {
        for length in 1...max(1, word.count) {
          texts.formUnion([String(word.prefix(length)), String(word.suffix(length))])
        }
        texts.formUnion([word.uppercased(), word + " " + (words.last ?? "")])
      }
    }
    #expect(texts.count > 300)
    for text in texts {
      for (start, limit) in [(0, 20), (1, 2)] {
        #expect(
          try await ComparedPage(demo.patients(matching: text, start: start, limit: limit))
            == ComparedPage(server.patients(matching: text, start: start, limit: limit)), "\(text)")
      }
    }
  }

  @Test("patients demo data: an unknown patient is not found")
  func whomTheDemoDoesNotHaveIsNotFound() async throws {
    for client in [Self.clients.demo, Self.clients.server] {
      await #expect(throws: OpenMRSError.notFound("Object with given uuid doesn't exist [null]")) {
        _ = try await client.patient(ResourceID("nobody"))
      }
    }
  }
}

extension DemoRecordingGoldenTests {
  private static var clients: (demo: OpenMRSClient, server: OpenMRSClient) {
    (
      OpenMRSClient(over: DemoTransport(), at: .recorded),
      OpenMRSClient(over: SimulatorTransport(data: .builtIn), at: .recorded)
    )
  }

  /// Sends all requests that the screens of the demo data can send, in the largest pages.
  private static func walk(_ client: OpenMRSClient) async throws {
    var source = RecordSource.unplugged(zone: .utc)
    source.client = client
    _ = try? await client.get(["patient", "missing"])
    _ = try await client.activeVisits(start: 0, limit: 100)
    for id in people {
      _ = try await client.patient(id)
      _ = try await client.get(["patient", id.text], [.init("v", Representation.patientRow)])
      _ = try await client.allergies(of: id)
      _ = try await client.conditions(of: id)
      _ = try await client.drugOrders(of: id)
      // One patient's server lacks the module.
      _ = try? await client.programs(of: id)
      _ = try await source.latestVitalSigns(of: id, client)
      _ = try await source.vitalSignsOverTime(of: id, client)
      _ = try await client.activeVisits(of: id)
      for visit in try await client.visits(of: id).elements {
        _ = try await client.visit(visit.id, of: id)
      }
      var (start, hasMore) = (0, true)
      while hasMore {
        let page = try await client.encounters(of: id, start: start, limit: 100)
        for row in page.elements { _ = try await client.encounter(row.id, of: id) }
        start += page.count
        hasMore = page.hasMore
      }
    }
  }

  /// Writes the file that the application contains, and returns its path.
  private static func record(
    _ answers: [String: RecordedResponse], testFile: String = #filePath
  ) throws -> String {
    let file = URL(filePath: testFile).deletingLastPathComponent()
      .appending(path: "../../../Apps/Patients/Demo/answers.lz4").standardized.path
    let text = try TemporaryDirectory()
    let lines = answers.sorted { $0.key < $1.key }.map { resource, answer in
      "\(answer.status) \(resource) \(String(decoding: answer.body, as: UTF8.self))\n"
    }
    let path = try text.write("answers", lines.joined())
    let run = try ProgramRun(
      "/usr/bin/env", "lz4", "-12", "-B7", "-f", "-q", "--no-frame-crc", path, file)
    try #require(run.exitCode == 0, "Install lz4. \(run.errorText)")
    return file
  }
}

/// A page's entries, their total number, and whether there are more.
private struct ComparedPage<Element: Equatable & Identifiable & Sendable>: Equatable
where Element.ID == ResourceID {
  let entries: [Element]
  let total: Int?
  let hasMore: Bool

  init(_ page: ResultPage<Element>) {
    entries = page.elements
    total = page.total
    hasMore = page.hasMore
  }
}

/// A recording in memory, without times.
private final class HeardResponses: RecordedResponses {
  private let state = Mutex<[String: RecordedResponse]>([:])
  let location = "memory"

  var answers: [String: RecordedResponse] { state.withLock { $0 } }

  func response(to resource: ResourceURI) throws -> RecordedResponse? { answers[resource.text] }

  func record(_ answer: RecordedResponse, to resource: ResourceURI) throws {
    state.withLock {
      $0[resource.text] = RecordedResponse(status: answer.status, answer.body)
    }
  }
}
