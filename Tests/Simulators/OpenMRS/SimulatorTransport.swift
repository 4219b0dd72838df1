import Accounts
import Foundation
import Reprise

/// A transport to a simulated server, which responds without suspending.
///
///     OpenMRSClient(over: SimulatorTransport(data: .builtIn), at: .recorded)
struct SimulatorTransport: HTTPTransport {
  var server: OpenMRSServer
  let user: ServerUser

  init(
    data: RecordStore, as profile: ServerProfile = .o3Release6, for user: ServerUser = .clinician
  ) {
    server = OpenMRSServer(data: data, as: profile)
    self.user = user
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw HTTPError.cancelled }
    let reply = server.reply(
      to: ServerRequest(
        request.url.absoluteString, method: request.method.rawValue, headers: request.headers),
      for: user)
    return HTTPResponse(
      status: reply.status, headers: reply.headers, body: reply.body, url: request.url,
      recording: "the demo data")
  }

  nonisolated(nonsending) func forgetCookies() async {}
}
