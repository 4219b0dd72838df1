import Accounts
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import Patients

/// Normal ranges that can't be read for now: no mark is lost for good, and none without a word.
@Suite struct NormalRangesTests {
  private let grace = ResourceID("a0000001-0000-4000-8000-000000001eef")
  private static let services = ["/concept?", "/module/"]

  @Test("Normal ranges behind a failing gateway count as offline", arguments: services)
  func aGatewayOfAMomentIsAServerThatIsAway(service: String) async throws {
    let isAway = Mutex(true)
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains(service) && isAway.withLock(\.self)
        ? .status(503, "<html><title>Oops</title></html>") : nil
    }
    let client = try client(server)
    await #expect(throws: OpenMRSError.gateway(503)) {
      try await client.latestVitalSigns(of: grace)
    }
    isAway.withLock { $0 = false }
    #expect(try await !client.latestVitalSigns(of: grace).lacksRanges)
    #expect(client.knowledge.vitals?.ranges.isEmpty == false)
    #expect(try await client.release() == ServicesRelease(3, 2))
  }

  @Test("Normal ranges that fail are reported and requested again", arguments: services)
  func whatTheServerFailsAtIsSaidAndAskedForAgain(service: String) async throws {
    let isFailing = Mutex(true)
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains(service) && isFailing.withLock(\.self) ? .no(500) : nil
    }
    let client = try client(server)
    let failing = client.forOneLoad()
    #expect(try await failing.vitalSignsOverTime(of: grace).lacksRanges)
    #expect(failing.ages.failureOfPart as? OpenMRSError == .refused(500, "no"))
    isFailing.withLock { $0 = false }
    let later = client.forOneLoad()
    #expect(try await !later.vitalSignsOverTime(of: grace).lacksRanges)
    #expect(later.ages.failureOfPart == nil)
  }

  @Test("Normal ranges forbidden or missing are requested once", arguments: [403, 404])
  func whatThisUserCanNotHaveIsAskedForOnce(status: Int) async throws {
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains("/concept?") ? .no(status) : nil
    }
    let client = try client(server)
    for _ in 0..<2 { #expect(try await !client.vitalSignsOverTime(of: grace).lacksRanges) }
    let each = status == 404 ? VitalDictionary.names.count : 0
    #expect(server.resources.count { $0.contains("/concept?") } == 1 + each)
  }
}
