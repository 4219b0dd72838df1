import Core
import Foundation
import Networking
import RepriseTesting
import Testing

extension LibcurlTransport {
  /// One that believes the tests' authority, and nothing that the machine says about proxies.
  static func forTests(
    _ change: (inout Configuration) -> Void = { _ in }
  ) -> LibcurlTransport {
    var configuration = Configuration()
    configuration.authorityFile = TestCertificate.authorityFile
    configuration.proxies = .none
    configuration.environmentAuthorities = EnvironmentAuthorities([:])
    change(&configuration)
    return LibcurlTransport(configuration)
  }
}

extension HTTPTransport {
  nonisolated(nonsending) func get(
    _ url: URL, headers: [HTTPHeader] = [], as credentials: Credentials? = nil
  ) async throws -> HTTPResponse {
    try await send(HTTPRequest(url, headers: headers, credentials: credentials))
  }

  /// The problem with a GET, which has to have one.
  nonisolated(nonsending) func problem(
    getting url: URL, headers: [HTTPHeader] = [], as credentials: Credentials? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> HTTPError {
    do {
      let response = try await get(url, headers: headers, as: credentials)
      Issue.record("answered \(response.status)", sourceLocation: sourceLocation)
      return .cancelled
    } catch let problem as HTTPError {
      return problem
    }
  }
}

extension Credentials {
  static var luca: Credentials { Credentials(user: "luca", password: Secret("geheim: é")) }
}

extension TestResponse {
  /// Everybody but Luca gets a 401.
  var forLuca: TestResponse {
    with {
      $0.user = "luca"
      $0.password = "geheim: é"
    }
  }
}
