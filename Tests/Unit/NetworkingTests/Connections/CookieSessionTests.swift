import Core
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Networking

/// A session that a server keeps by cookies is given back before the process ends.
@Suite struct CookieSessionTests {
  private func session(
    _ logins: OpenLogins
  ) throws -> (ScriptedTransport, Connection, ResourceURI) {
    let transport = ScriptedTransport { _, _ in .status(204) }
    let connection = Connection(
      to: try #require(ServerAddress("host.example")), as: "nurse", over: transport,
      openLogins: logins, now: { 0 })
    return (transport, connection, try #require(ResourceURI("/session")))
  }

  @Test("A cookie session is ended once, without a password")
  func itIsGivenBackOnceWithoutAPassword() async throws {
    let logins = OpenLogins()
    let (transport, connection, resource) = try session(logins)
    for _ in 1...2 { connection.noteSession(resource) }
    await logins.logOutAll()
    await logins.logOutAll()
    let requests = transport.requests
    #expect(requests.map(\.method) == [.delete])
    #expect(requests.first?.url.path == "/session" && requests.first?.credentials == nil)
  }

  @Test("A cookie session isn't ended again after logging out")
  func whoHasLoggedOutGivesNothingBack() async throws {
    let logins = OpenLogins()
    let (transport, connection, resource) = try session(logins)
    connection.noteSession(resource)
    await connection.forgetPassword()
    #expect(logins.isEmpty)
    await logins.logOutAll()
    #expect(transport.requests.isEmpty)
  }

  @Test("A command ends its cookie session also when it fails")
  func aCommandGivesItBackHoweverItEnds() async throws {
    for fails in [false, true] {
      let logins = OpenLogins()
      let (transport, connection, resource) = try session(logins)
      try? await logins.loggingOutAll {
        connection.noteSession(resource)
        if fails { throw HTTPError.cancelled }
      }
      #expect(transport.requests.map(\.method) == [.delete])
    }
  }
}
