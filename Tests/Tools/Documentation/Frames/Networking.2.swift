import Accounts
import Reprise

func send(
  _ request: HTTPRequest, _ transport: any HTTPTransport, _ trustedServers: TrustedServers
) async throws -> HTTPResponse {
  // The block.
}
