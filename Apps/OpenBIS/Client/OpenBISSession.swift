import Accounts
import FoundationEssentials
import Glibc
import Reprise

struct OpenBISSession: Sendable {
  /// Created with ``configuration``.
  let connection: Connection
  let tokens: TokenSession

  init(_ connection: Connection, keeping store: TokenStore = .inMemory()) {
    self.connection = connection
    tokens = TokenSession(
      store,
      isAlive: { token in try await Self.isActive(token, connection) },
      logIn: { try await Self.logIn(connection) },
      logOut: { token in
        guard !token.isPersonal else { return }
        _ = try await Self.result(
          of: RemoteCall(.query, "logout", .secret(token)), over: connection)
      },
      hasEnded: { error in
        if case OpenBISError.sessionEnded = error { true } else { false }
      }, openLogins: connection.openLogins)
  }

  static var configuration: Connections.Configuration {
    var configuration = Connections.Configuration()
    configuration.authentication = .login
    // Calls of one session run in parallel; each takes the server at least a tenth of a second.
    configuration.concurrentRequests = 4
    // The entity store replaces the response cache. Responses claim to be cacheable for an hour,
    // but that isn't reliable.
    configuration.cachesResponses = false
    configuration.logIn = { connection in
      // The sign-in only checks the password, and logs out again because a user has five sessions.
      let session = OpenBISSession(connection)
      try await session.tokens.withToken { _ in }
      try await session.tokens.end()
    }
    return configuration
  }

  /// Logs in and retries once if the session has ended. `progress` receives the number of bytes;
  /// `read` runs off the caller's thread if the response is long.
  nonisolated(nonsending) func call<Response: Sendable>(
    _ call: @Sendable (Secret) -> RemoteCall,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil,
    read: @Sendable ([UInt8]) throws -> Response
  ) async throws -> Response {
    try await tokens.withToken { token in
      let response = try await Self.response(
        to: call(token), over: connection, progress: progress)
      do {
        if response.body.count < 64 << 10 { return try read(response.body) }
        return try await Self.inBackground(response.body, read)
      } catch {
        Self.note(response, error, connection)
        throw error
      }
    }
  }

  @concurrent private static func inBackground<Response: Sendable>(
    _ body: [UInt8], _ read: @Sendable ([UInt8]) throws -> Response
  ) async throws -> Response { try read(body) }

  nonisolated(nonsending) func result(
    of call: @Sendable (Secret) -> RemoteCall
  ) async throws -> JSON {
    try await self.call(call) { try Self.result($0) }
  }

  // MARK: Calls

  private static nonisolated(nonsending) func response(
    to call: RemoteCall, over connection: Connection,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    // The user may have pasted it from a browser: "https://host/openbis/webapp/eln-lims".
    let base = connection.server.base(before: ["openbis"]).text
    guard let url = URL(string: "\(base)/openbis/openbis/\(call.interface.rawValue)") else {
      throw HTTPError.notFound(connection.server.text)
    }
    let response = try await connection.response(to: url, body: call.body, progress: progress)
    do {
      return try validated(response)
    } catch {
      note(response, error, connection)
      throw error
    }
  }

  private static func note(
    _ response: HTTPResponse, _ error: any Error, _ connection: Connection
  ) {
    // Many calls share one address. With a separate key, no readable response replaces this one.
    guard (error as? any SourceError)?.dataStatus == .badResponse,
      let resource = ResourceURI("/answer")
    else { return }
    connection.note(unreadable: response.body, resource)
  }

  static func validated(_ response: HTTPResponse) throws -> HTTPResponse {
    // Errors of JSON-RPC itself have an error status, and a reason in the body.
    if response.status != 200, let error = (try? JSON(response.body))?["error"] {
      throw OpenBISError(error)
    }
    if response.status == 404 { throw OpenBISError.noServer(response.location) }
    do {
      return try response.requireJSON()
    } catch HTTPError.unauthorized(let host, _, _, _) {
      // openBIS never responds with 401: a gateway did, which received neither user nor password.
      throw HTTPError.loginNotOffered(host, schemes: response.offeredLogins)
    }
  }

  private static nonisolated(nonsending) func result(
    of call: RemoteCall, over connection: Connection
  ) async throws -> JSON {
    try result(try await response(to: call, over: connection).body)
  }

  static func result(_ body: [UInt8]) throws -> JSON {
    guard let json = try? JSON(body), json.members != nil else {
      throw OpenBISError.unexpected(
        body.isEmpty ? "nothing" : "something else", expected: "an answer of JSON-RPC")
    }
    if let error = json["error"], error != .null { throw OpenBISError(error) }
    guard let result = json["result"] else {
      throw OpenBISError.unexpected("an answer without a result", expected: "a result")
    }
    return result
  }

  // MARK: The session

  private static nonisolated(nonsending) func logIn(_ connection: Connection) async throws -> Secret
  {
    let password = try await connection.password()
    if password.isPersonal {
      // A personal access token serves as a session token.
      guard try await isActive(password, connection) else {
        throw await connection.refusal(
          of: password,
          because: "The server rejects this personal access token: it has expired, was "
            + "withdrawn, or this openBIS is too old for tokens")
      }
      connection.noteAccepted()
      return password
    }
    let result: JSON
    do {
      result = try await self.result(
        of: RemoteCall(
          .query, "tryToAuthenticateAtQueryServer", .json(.string(connection.user)),
          .secret(password)), over: connection)
    } catch OpenBISError.failed(let message) {
      // The password was correct: "User 'x' has no role assignments and thus is not permitted to
      // login."
      throw OpenBISError.noRole(message)
    }
    // For a wrong password, the result is null instead of an error.
    guard let token = result.string, !token.isEmpty else {
      throw await connection.refusal(of: password)
    }
    connection.noteAccepted()
    return Secret(token)
  }

  private static nonisolated(nonsending) func isActive(
    _ token: Secret, _ connection: Connection
  ) async throws -> Bool {
    try await result(
      of: RemoteCall(.application, "isSessionActive", .secret(token)), over: connection
    ).bool ?? false
  }
}

extension Secret {
  /// Only the V3 API and the data store accept a personal access token.
  var isPersonal: Bool { withBytes { $0.starts(with: "$pat-".utf8) } }
}
