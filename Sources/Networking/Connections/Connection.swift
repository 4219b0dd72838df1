public import Core
public import Foundation
import Synchronization

/// A connection of one user to one server, or to a recording of its responses. It sends requests
/// with the user's credentials and caches the last successful responses.
///
/// Nothing is sent before a method such as `fetch` is called. A connection doesn't prompt for a
/// password itself: if the user has to enter one, `fetch` throws the error ``passwordNeeded``.
public final class Connection: Sendable {
  /// The server's address, with the path below which its resources are.
  public let server: ServerAddress
  /// The user's name at the server; empty if requests are sent without a user.
  public let user: String
  /// The registry of logins that are ended before the process exits. `nil` if logins of this
  /// connection aren't ended automatically.
  public let openLogins: OpenLogins?
  /// The key under which the cookie session is registered in `openLogins`.
  private let cookieSession = CookieSession()
  private let responseMemory = Atomic(JSON.Limits.response.memory)
  private let headers: [HTTPHeader]
  private let transport: any HTTPTransport
  private let cache: ResponseCache?
  let login: LoginPassword
  private let authentication: Authentication
  private let refusal: @Sendable (HTTPResponse) -> (any Error)?
  private let now: @Sendable () -> Int
  /// True once the server was reached and is trusted, so that prompting for its password is safe.
  private let isChecked = Atomic(false)
  private let unreadable = Mutex<[(resource: ResourceURI, body: [UInt8])]>([])
  /// The end is in seconds since 1970.
  private let wait = Mutex<(problem: HTTPError, end: Int)?>(nil)

  /// Creates a connection. Nothing is sent yet.
  ///
  ///     Connection(to: server, as: "luca", over: LibcurlTransport(), now: { clock.seconds })
  ///
  /// - Parameters:
  ///   - server: The server, including the path under which its resources are.
  ///   - user: The user's name; empty if the server needs none.
  ///   - headers: Headers that are sent with every request.
  ///   - transport: The transport. A ``LibcurlTransport`` serves this server and this user only.
  ///   - cache: The cache for good responses; `nil` for none.
  ///   - passwords: The sources of the password, tried in this order when it is first needed.
  ///   - authentication: How requests authenticate the user.
  ///   - refusal: Returns the error that a response reports in the server's own format; `nil` if it
  ///     reports none.
  ///   - openLogins: The registry of logins to end before the process exits.
  ///   - now: Returns the present time, in seconds since 1970.
  public init(
    to server: ServerAddress, as user: String = "", headers: [HTTPHeader] = [],
    over transport: any HTTPTransport, cache: ResponseCache? = nil,
    passwords: [PasswordSource] = [], authentication: Authentication = .basic,
    refusal: @escaping @Sendable (HTTPResponse) -> (any Error)? = { _ in nil },
    openLogins: OpenLogins? = nil, now: @escaping @Sendable () -> Int
  ) {
    self.server = server
    self.user = user
    self.headers = headers
    self.transport = transport
    self.cache = cache
    login = LoginPassword(of: user, at: server, sources: passwords)
    self.authentication = authentication
    self.refusal = refusal
    self.openLogins = openLogins
    self.now = now
  }

  /// Whether `fetch` can obtain a password without prompting the user: the server needs none, it
  /// was entered before, or a source may return it.
  public var canFetch: Bool { user.isEmpty || login.isKnowable }

  /// Whether the connection needs a password and holds none. If so, a load that the user starts
  /// should open the password prompt.
  public var lacksPassword: Bool { !user.isEmpty && login.atHand == nil }

  /// Whether an automatic load should open the password prompt: the connection holds no password,
  /// and the prompt wasn't shown since the connection last obtained one.
  public var shouldPromptForPassword: Bool { !user.isEmpty && login.shouldPrompt }

  /// Whether the user cancelled the wait for a password source, and the connection has obtained no
  /// password since.
  public var isGivenUp: Bool { login.isGivenUp }

  /// Records that the password prompt was shown, so that automatic loads don't open it again. Call
  /// it when the prompt is shown.
  public func notePrompted() { login.notePrompted() }

  /// The error that `fetch` throws if the user has to enter a password: `HTTPError.unauthorized` if
  /// the server rejected the last one, otherwise `HTTPError.passwordNeeded`.
  public var passwordNeeded: HTTPError { login.needed }

  /// Sets the password that requests are sent with, until the server rejects it or `forgetPassword`
  /// is called. Call it when the user has entered a password.
  ///
  /// - Parameters:
  ///   - password: The user's password at the server.
  ///   - source: The source to notify if the server rejects the password; `nil` if the user entered
  ///     it.
  public func use(_ password: Secret, from source: PasswordSource? = nil) {
    login.use(password, from: source)
  }

  /// Makes the next `fetch` query the repeatable password sources again, although the server
  /// rejected a password or a source failed. It also ends a wait that the server requested.
  ///
  /// Call it only when the user asks for it, because servers lock accounts after repeated failures.
  /// A password that was rejected isn't sent again.
  public func querySourcesAgain() {
    login.querySourcesAgain()
    wait.withLock { $0 = nil }
  }

  /// Reads the last successful response for a resource from the cache, without sending a request.
  /// Returns `nil` if there is none.
  @concurrent public func cachedResponse(_ resource: ResourceURI) async -> ServerResponse? {
    // The empty body of a 204 is cached as such.
    guard let entry = cache?.entry(for: resource),
      let json = entry.body.isEmpty ? .null : try? JSON(entry.body)
    else { return nil }
    return ServerResponse(
      json, timestamp: entry.timestamp, location: server.url(resource.path)?.location ?? "",
      turn: entry.turn)
  }

  /// Sends a request for a resource, caches a successful response, and returns it as JSON.
  ///
  /// Before a password source is queried, the connection checks that the server is trusted.
  /// Suspends only if it has to wait. Throws `HTTPError`, `PasswordError` if a password source
  /// fails, the transport's other errors, such as `ReplayError`, or the error that the server
  /// reported in its own format.
  ///
  /// - Parameters:
  ///   - resource: The path and query of the resource.
  ///   - body: The body, with which the request is sent as a POST. Its response isn't cached. `nil`
  ///     for a GET.
  ///   - caching: Whether the cache is used for this request.
  ///   - isGood: Returns whether a response may replace the cached one. A response for which it
  ///     returns false is returned, but not cached.
  ///   - progress: Called repeatedly, on an arbitrary thread, while the response is received.
  public nonisolated(nonsending) func fetch(
    _ resource: ResourceURI, body: HTTPBody? = nil, caching: Bool = true,
    isGood: @escaping @Sendable (JSON) -> Bool = { _ in true },
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> ServerResponse {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    let requestTime = now()
    let cache = caching && body == nil ? cache : nil
    // The cached response's `ETag` lets the server skip an unchanged body.
    let cachedEntry: ResponseCache.Entry? =
      if let cache { await entry(resource, cache) } else { nil }
    let condition = cachedEntry?.tag.map { [HTTPHeader("If-None-Match", $0)] } ?? []
    var response = try await send(
      HTTPRequest(
        url, method: body == nil ? .get : .post, body: body, headers: headers + condition,
        progress: progress))
    if response.status == 304, let cachedEntry { response = response.completed(from: cachedEntry) }
    if let refusal = refusal(response) { throw refusal }
    let json: JSON
    do {
      json = try await self.json(of: response)
      note(unreadable: nil, resource)
    } catch let problem as HTTPError where problem.category == .invalidResponse {
      note(unreadable: response.body, resource)
      throw problem
    } catch HTTPError.forbidden(let location, _, let line) where !user.isEmpty {
      throw HTTPError.forbidden(location, user: user, line: line)
    } catch HTTPError.unauthorized(let location, let line, _, _) where user.isEmpty {
      throw HTTPError.unauthorized(location, line: line, hadUser: false)
    }
    let timestamp = response.timestamp ?? requestTime
    var cacheFailure: String?
    if let cache {
      do {
        try await store(response, json, isGood, timestamp, resource, cache)
      } catch {
        cacheFailure = error.brief
      }
    }
    return ServerResponse(
      json, timestamp: timestamp, location: response.location,
      isRecorded: response.recording != nil,
      cacheFailure: cacheFailure)
  }

  /// Sends a request for a resource, and returns the unparsed response, whatever its status. Use it
  /// for files, and for JSON too large to parse in memory.
  ///
  /// The response isn't cached. Throws the errors of `send`, for example `HTTPError.busy`, or the
  /// error that the server reported in its own format.
  public nonisolated(nonsending) func response(
    to resource: ResourceURI, body: HTTPBody? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    return try await response(to: url, body: body, progress: progress)
  }

  /// Sends a request to a URL of this server, and returns the unparsed response, whatever its
  /// status. The response isn't cached.
  ///
  /// If the URL belongs to another server, throws `HTTPError.redirectedElsewhere` without sending
  /// anything.
  public nonisolated(nonsending) func response(
    to url: URL, body: HTTPBody? = nil, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    guard ServerAddress(url.absoluteString, allowsHTTP: true)?.origin == server.origin else {
      throw HTTPError.redirectedElsewhere(from: server.origin, to: url.location)
    }
    let response = try await send(
      HTTPRequest(
        url, method: body == nil ? .get : .post, body: body, headers: headers, progress: progress))
    if let refusal = refusal(response) { throw refusal }
    return response
  }

  /// Returns the body of a resource's last response if it couldn't be read, so that it can be shown
  /// or saved; otherwise `nil`.
  ///
  /// The last four unreadable bodies are held in memory, each cut off at 16 MiB.
  public func unreadableResponse(_ resource: ResourceURI) -> [UInt8]? {
    unreadable.withLock { $0.first { $0.resource == resource }?.body }
  }

  /// The body of the last response that couldn't be read, of any resource; `nil` if there is none.
  public var unreadableResponse: [UInt8]? { unreadable.withLock { $0.last?.body } }

  /// Records the body of a response that is valid JSON but not what the application expects.
  /// `unreadableResponse(_:)` returns it. Pass `nil` after a readable response to remove the
  /// recorded body.
  public func note(unreadable body: [UInt8]?, _ resource: ResourceURI) {
    unreadable.withLock { bodies in
      bodies.removeAll { $0.resource == resource }
      guard let body else { return }
      bodies.append((resource, Array(body.prefix(16 << 20))))
      if bodies.count > 4 { bodies.removeFirst() }
    }
  }

  /// The present time, in seconds since 1970, according to the clock passed to the initializer.
  public var timestamp: Int { now() }

  /// Sends a DELETE for a resource, for example to end the user's session. A response without a
  /// body (204) counts as success. Throws the errors of `fetch`.
  public nonisolated(nonsending) func delete(_ resource: ResourceURI) async throws {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    let response = try await send(HTTPRequest(url, method: .delete, headers: headers))
    if let refusal = refusal(response) { throw refusal }
    if response.status != 204 { try response.requireJSON() }
  }

  /// Records that the server has a session for this connection's cookies, so that it is ended
  /// before the process exits.
  ///
  /// - Parameter resource: The resource that represents the session. Sending a DELETE for it ends
  ///   the session.
  public func noteSession(_ resource: ResourceURI) {
    guard let openLogins, let url = server.url(resource.text) else { return }
    openLogins.note(cookieSession) { [transport, headers, cookieSession] in
      // With the cookies alone: the password may be wiped already, and the user isn't prompted.
      _ = try? await transport.send(HTTPRequest(url, method: .delete, headers: headers))
      // Its identity is the key in `openLogins`; no new object may get the same address before.
      withExtendedLifetime(cookieSession) {}
    }
  }

  /// Discards the password and the cookies. Call it when the user logs out, or when the server
  /// reports a wrong password in its own format instead of with a status.
  ///
  /// Until a password is passed to `use`, no password source is queried automatically.
  ///
  /// - Parameter isRefused: Whether the server rejected the password. If so, it isn't sent again,
  ///   even if a source returns it again.
  public nonisolated(nonsending) func forgetPassword(isRefused: Bool = false) async {
    if isRefused { await login.refuse(login.atHand) } else { login.forget() }
    openLogins?.forget(cookieSession)
    await transport.forgetCookies()
  }

  /// Returns the password for a login that the application sends itself (``Authentication/login``).
  /// If the connection holds none, it queries the password sources.
  ///
  /// Throws the errors that `fetch` throws before it sends a request, for example
  /// `HTTPError.passwordNeeded` if the user has to enter the password.
  public nonisolated(nonsending) func password() async throws -> Secret {
    guard let credentials = try await knownCredentials() else { throw passwordNeeded }
    return credentials.password
  }

  /// Records that the server accepted the password in a login that the application sent itself
  /// (``Authentication/login``).
  public func noteAccepted() {
    isChecked.store(true, ordering: .relaxed)
    login.accept(login.atHand)
  }

  /// Records that the server rejected the password in a login that the application sent itself
  /// (``Authentication/login``). Returns the error to throw. The connection doesn't send this
  /// password again.
  ///
  /// - Parameters:
  ///   - password: The password that was sent.
  ///   - reason: The server's explanation, as a sentence without its period; `nil` if it gave none.
  public nonisolated(nonsending) func refusal(
    of password: Secret, because reason: String? = nil
  ) async -> HTTPError {
    isChecked.store(true, ordering: .relaxed)
    await login.refuse(password, line: reason, hasStatus: false)
    return .unauthorized(server.origin, line: reason, hasStatus: false)
  }

  /// Sends a request with the user's credentials, and returns the response. If the cookies' session
  /// may have expired, the request is sent once more without cookies.
  ///
  /// Throws `HTTPError.busy` if the server asks the client to wait. Until the wait ends, or for an
  /// hour at most, further calls throw this error without sending anything.
  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try requireNoWait()
    var request = request
    request.credentials = try await credentials()
    let sent = request.credentials?.password
    var response = try await transport.send(request)
    if response.saysThatASessionEnded, login.wasAccepted {
      await transport.forgetCookies()
      response = try await transport.send(request)
    }
    isChecked.store(true, ordering: .relaxed)
    // A server that offers only other authentication schemes hasn't checked the password.
    if response.outcome == .unauthorized { await login.refuse(sent, line: response.firstLine) }
    if response.saysThatTheUserIsKnown { login.accept(sent) }
    if case .busy(let seconds?) = response.outcome {
      let problem = HTTPError.busy(
        response.location, response.status, reason: response.reason, line: response.firstLine,
        seconds: seconds, until: now() + seconds)
      wait.withLock { $0 = (problem, now() + min(seconds, HTTPError.longestWait)) }
      throw problem
    }
    return response
  }

  private func requireNoWait() throws {
    guard let (problem, end) = wait.withLock({ $0 }) else { return }
    let left = end - now()
    // Setting the clock back must not prolong the wait.
    guard case .busy(let location, let status, let reason, let line, _, let until) = problem,
      (1...HTTPError.longestWait).contains(left)
    else { return wait.withLock { $0 = nil } }
    throw HTTPError.busy(
      location, status, reason: reason, line: line, seconds: until - now(), until: until)
  }

  /// Checks that the server is reachable and trusted, without sending a request. Call it before the
  /// user is asked for a password. After the first success, it does nothing.
  ///
  /// Throws the errors that `fetch` throws before it sends a request.
  public nonisolated(nonsending) func check() async throws {
    guard !isChecked.load(ordering: .relaxed), let url = server.url("/") else { return }
    try await transport.check(url)
    isChecked.store(true, ordering: .relaxed)
  }

  /// `nil` for an anonymous user and for the application's own login.
  private nonisolated(nonsending) func credentials() async throws -> Credentials? {
    switch authentication {
    case .basic: try await knownCredentials()
    case .login: nil
    }
  }

  private nonisolated(nonsending) func knownCredentials() async throws -> Credentials? {
    if user.isEmpty { return nil }
    if let password = login.atHand { return Credentials(user: user, password: password) }
    try await check()
    return Credentials(user: user, password: try await login.known())
  }

  /// Limits the memory for parsing one response, in bytes.
  package func limitResponses(toMemory limit: Int) {
    responseMemory.store(limit, ordering: .relaxed)
  }

  private nonisolated(nonsending) func json(of response: HTTPResponse) async throws -> JSON {
    let memory = responseMemory.load(ordering: .relaxed)
    // A small body is parsed within a frame's time, so no other thread is needed.
    if response.body.count < 64 << 10 { return try response.json(memory: memory) }
    return try await jsonInBackground(response, memory)
  }

  @concurrent private func jsonInBackground(
    _ response: HTTPResponse, _ memory: Int
  ) async throws -> JSON {
    try response.json(memory: memory)
  }

  /// Off the caller's actor: a response may be many megabytes.
  @concurrent private func entry(
    _ resource: ResourceURI, _ cache: ResponseCache
  ) async -> ResponseCache.Entry? {
    cache.entry(for: resource)
  }

  /// Caches JSON that was combined from several responses as a resource's last good response. Does
  /// nothing without a cache. Throws the errors of ``ResponseCache/store(_:at:tag:for:)``.
  @concurrent public func store(_ json: JSON, at timestamp: Int, for resource: ResourceURI)
    async throws
  {
    try cache?.store(json.bytes, at: timestamp, tag: nil, for: resource)
  }

  @concurrent private func store(
    _ response: HTTPResponse, _ json: JSON, _ isGood: @Sendable (JSON) -> Bool, _ timestamp: Int,
    _ resource: ResourceURI, _ cache: ResponseCache
  ) async throws {
    guard isGood(json) else { return }
    try cache.store(
      response.body, at: timestamp, tag: response.headers.value("ETag"), for: resource)
  }
}

private final class CookieSession: Sendable {}

extension HTTPResponse {
  /// Older services send 403 with an HTML page when the session has expired.
  fileprivate var saysThatASessionEnded: Bool {
    outcome == .unauthorized
      || outcome == .forbidden && headers.value("Content-Type")?.hasPrefix("text/html") == true
  }

  /// Gateways, proxies and redirecting hosts don't check the password.
  fileprivate var saysThatTheUserIsKnown: Bool {
    switch outcome {
    case .success, .unchanged, .forbidden, .notFound, .refused: true
    case .redirect, .unauthorized, .otherLogin, .proxyLogin, .failed: false
    case .busy: status == 429
    }
  }

  /// A cached empty body becomes a 204 again.
  fileprivate func completed(from cachedEntry: ResponseCache.Entry) -> HTTPResponse {
    HTTPResponse(
      status: cachedEntry.body.isEmpty ? 204 : 200,
      headers: cachedEntry.tag.map { [HTTPHeader("ETag", $0)] } ?? [], body: cachedEntry.body,
      url: url)
  }
}
