import Accounts
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients
@testable import Reprise

/// The tests' server answers over TLS by the rules that hold unplugged.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct StrictServerOverTLSTests {
  private func client(of clinic: Clinic) throws -> OpenMRSClient {
    let live = try #require(clinic.viewer.server)
    let connection = live.connections.connection(live.account)
    connection.use(Secret(Clinic.password))
    return OpenMRSClient(connection)
  }

  private static let version = DataRequest("module/webservices.rest?v=custom:(uuid,version)")

  @Test("OpenMRS simulator over TLS is of the requested release", arguments: ServerProfile.inUse)
  func itIsOfTheReleaseThatATestNames(profile: ServerProfile) async throws {
    let clinic = try await Clinic(as: profile)
    let client = try client(of: clinic)
    if profile.guardsModules {
      await #expect(throws: OpenMRSError.self) {
        try await client.services.response(to: Self.version)
      }
    } else {
      let module = try await client.services.response(to: Self.version).json
      #expect(module.text("version") == "\(profile.rest).0")
    }
    let any = [
      OpenMRSClient.Parameter("patient", Invented.grace),
      OpenMRSClient.Parameter("t", "drugorder"), OpenMRSClient.Parameter("status", "any"),
    ]
    await #expect(
      throws: OpenMRSError.refused(
        500, "[java.lang.reflect.InvocationTargetException => CareSetting is required]")
    ) { try await client.get(["order"], any) }
  }

  @Test("OpenMRS simulator closes on errors and renews a stale cookie")
  func errorsEndTheConnectionAndAStaleCookieIsFollowedByAFreshOne() async throws {
    let clinic = try await Clinic()
    let client = try client(of: clinic)
    _ = try await client.get(["patient", Invented.grace])
    clinic.sessions.expire()
    _ = try await client.get(["patient", Invented.grace], [.init("v", "full")])
    await #expect(throws: OpenMRSError.self) { try await client.get(["patient"]) }
    _ = try await client.get(["patient", Invented.grace], [.init("v", "ref")])
    let seen = try await clinic.server.seen()
    let last = seen.requests.suffix(2).map(\.connection)
    #expect(last[0] != last[1])
    let cookies = try await clinic.requests(for: "patient/").map { $0.header("Cookie") }
    #expect(cookies.count == 4 && cookies[1] != nil && cookies[2] == nil)
  }

  @Test("OpenMRS simulator can be made to fail") func aTestMayHaveItDoWrong() async throws {
    let clinic = try await Clinic()
    let client = try client(of: clinic)
    clinic.faults.change("patient/" + Invented.grace, times: 1) {
      $0 = .html("<title>502 Bad Gateway</title>", status: 502)
    }
    await #expect(throws: (any Error).self) { try await client.get(["patient", Invented.grace]) }
    #expect(try await client.get(["patient", Invented.grace]).text("uuid") == Invented.grace)
  }
}
