import Accounts
import Reprise
import RepriseTesting

@testable import OpenMRSSimulator
@testable import Patients

/// A strict server with a few invented things of a test's own, and when and where they are looked
/// at.
struct InventedClinic {
  var server: OpenMRSServer
  var now = "2026-11-21T12:00:00Z"
  var zone = Zone.utc

  /// `things` is the inside of a fixture: `"patients": […], "orders": […]`.
  init(_ things: String, as profile: ServerProfile = .o3Release6) throws {
    server = OpenMRSServer(data: RecordStore(fixture: try json("{\(things)}")), as: profile)
  }

  var source: RecordSource {
    get throws {
      var fixture = SimulatorTransport(data: server.data, as: server.profile)
      fixture.server = server
      return try source(over: fixture)
    }
  }

  func source(over transport: any HTTPTransport) throws -> RecordSource {
    let milliseconds = Timestamp(iso: now)?.milliseconds ?? 0
    return RecordSource(
      client: try client(transport), origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: milliseconds) })
  }

  @MainActor func session(size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<
    Route
  > {
    try await TestSession(Viewer(unplugged: source).application, size: size)
  }

  /// At a patient's record.
  @MainActor func record(
    of id: String = "p", size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    try await TestSession(
      Application(
        "patients", title: "Patients", root: Route.patient(id: ResourceID(id)),
        screen: Viewer(unplugged: source).screen), size: size)
  }

  /// A patient with the id "p", who is alive, and whose keys may be others.
  static func patient(_ keys: String = "", person: String = "") -> String {
    let life = person.contains(#""dead""#) ? "" : #", "dead": false"#
    let name = person.contains(#""display""#) ? "" : #""display": "Ada Test","#
    return #"""
      "patients": [{"uuid": "p", "display": "1 - Ada Test", \#(keys)
        "identifiers": [{"uuid": "i", "identifier": "1", "preferred": true}],
        "person": {"uuid": "p", \#(person) \#(name)
          "gender": "F", "birthdate": "1990-01-01"\#(life)}}]
      """#
  }
}
