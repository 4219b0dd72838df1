import Files
public import Foundation
import Synchronization
public import Values

/// The connection of one user to one server, or to a recording of it: asks in their name, and caches the last good answers.
///
/// Nothing is sent before `ask` is called, and nobody is asked for a password here: without one at hand `ask` throws
/// `HTTPError.passwordNeeded`.
public final class Connection: Sendable {
  /// The server.
  public let server: ServerAddress
  /// The user's name; empty where no user is needed.
  public let user: String
  /// The place where logins are noted that are to be given back before the process ends; nil where there is none.
  public let openLogins: OpenLogins?
  /// The owner of the note about the session that the server keeps by this connection's cookies.
  private let cookieSession = CookieSession()
  private let answerMemory: Int
  private let headers: [HTTPHeader]
  private let transport: any HTTPTransport
  private let cache: ResponseCache?
  let login: LoginPassword
  private let authentication: Authentication
  private let refusal: @Sendable (HTTPResponse) -> (any Error)?
  private let now: @Sendable () -> Int
  /// True if the server is known to be there and trusted, so that a password may be asked for.
  private let isChecked = Atomic(false)
  /// The last answers that couldn't be read, for the user to look at.
  private let unreadable = Mutex<[(resource: ResourceURI, body: [UInt8])]>([])
  /// The wait that the server wants, and its end in seconds since 1970; nil if it takes requests.
  private let wait = Mutex<(problem: HTTPError, end: Int)?>(nil)

  /// A connection; nothing is sent yet.
  ///
  ///     Connection(to: server, as: "luca", over: LibcurlTransport())
  ///
  /// - Parameters:
  ///   - server: The server, with the path that all its resources are below.
  ///   - user: The user's name; empty where the server asks for none.
  ///   - headers: The headers of every request.
  ///   - transport: The transport; a ``LibcurlTransport`` is for this server and this user alone.
  ///   - cache: The cache for good answers; nil for none.
  ///   - passwords: The sources of the password, asked in this order when first needed.
  ///   - authentication: The manner in which the server is told who asks.
  ///   - refusal: Returns the error that an answer states in the server's own manner; nil for all other answers.
  ///   - openLogins: The place where logins are noted that are to be given back before the process ends.
  ///   - answerMemory: The most memory that an answer may take while it is read, in bytes.
  ///   - now: Returns the moment of an answer, in seconds since 1970.
  public init(
    to server: ServerAddress, as user: String = "", headers: [HTTPHeader] = [],
    over transport: any HTTPTransport, cache: ResponseCache? = nil,
    passwords: [PasswordSource] = [], authentication: Authentication = .basic,
    refusal: @escaping @Sendable (HTTPResponse) -> (any Error)? = { _ in nil },
    openLogins: OpenLogins? = nil, answerMemory: Int = JSON.Limits.answer.memory,
    now: @escaping @Sendable () -> Int
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
    self.answerMemory = answerMemory
    self.now = now
  }

  /// True if `ask` can do without anybody giving a password.
  public var canAsk: Bool { user.isEmpty || login.isKnowable }

  /// True if nobody has given the password, so that a load that a person asks for leads to the
  /// question for it.
  public var lacksPassword: Bool { !user.isEmpty && login.atHand == nil }

  /// True if the first load, too, leads to that question: it wasn't on the screen yet since the
  /// last password.
  public var isToBeAsked: Bool { !user.isEmpty && login.isToBeAsked }

  /// True if the user gave up waiting for a source of the password, and has given none since.
  public var isGivenUp: Bool { login.isGivenUp }

  /// Notes that the question for the password is on the screen. Loads that nobody asked for lead
  /// there no more.
  public func noteAsked() { login.noteAsked() }

  /// The problem that `ask` throws for want of a password: `HTTPError.unauthorized` after the server has refused one.
  public var passwordNeeded: HTTPError { login.needed }

  /// Uses a password from now on, until the server refuses it or the process ends.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - source: The source that has to forget it if the server refuses it.
  public func use(_ password: Secret, from source: PasswordSource? = nil) {
    login.use(password, from: source)
  }

  /// Has the next `ask` look for a password once more after a refusal or a failure, where there may be one by now.
  ///
  /// A server that wants to be left alone for a time is asked again, too.
  ///
  /// To be called only because a person asks: servers lock users out. A password that was refused isn't sent again.
  public func askSourcesAgain() {
    login.askSourcesAgain()
    wait.withLock { $0 = nil }
  }

  /// Reads the last good answer from the cache, without asking anybody; nil if there is none.
  @concurrent public func known(_ resource: ResourceURI) async -> ServerResponse? {
    // What is kept of an answer without a body has none either.
    guard let entry = cache?.entry(for: resource),
      let json = entry.body.isEmpty ? .null : try? JSON(entry.body)
    else { return nil }
    return ServerResponse(
      json, timestamp: entry.timestamp, place: server.url(resource.path)?.place ?? "")
  }

  /// Asks the server, and caches a good answer before it is returned, unless `keeping` is false.
  ///
  /// A question with a `body` is sent as a POST. Its answer isn't cached: the address alone doesn't say what was asked.
  ///
  /// An answer for which `isGood` returns false is returned all the same, but doesn't take the
  /// place of the one in the cache.
  ///
  /// If a password has to be asked for, the server is checked first. Throws `HTTPError`, or `ReplayError` where the answers are
  /// recorded, or the error that `refusal` finds in an answer. Suspends only if it has to wait.
  public nonisolated(nonsending) func ask(
    _ resource: ResourceURI, body: HTTPBody? = nil, keeping: Bool = true,
    isGood: @escaping @Sendable (JSON) -> Bool = { _ in true },
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> ServerResponse {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    let asked = now()
    let cache = keeping && body == nil ? cache : nil
    // What was kept needn't be said again.
    let known: ResponseCache.Entry? =
      if let cache { await kept(resource, cache) } else { nil }
    let condition = known?.tag.map { [HTTPHeader("If-None-Match", $0)] } ?? []
    var response = try await send(
      HTTPRequest(
        url, method: body == nil ? .get : .post, body: body, headers: headers + condition,
        progress: progress))
    if response.status == 304, let known { response = response.saying(known) }
    if let refusal = refusal(response) { throw refusal }
    let json: JSON
    do {
      json = try await self.json(of: response)
      note(unreadable: nil, resource)
    } catch let problem as HTTPError where problem.isUnreadable {
      note(unreadable: response.body, resource)
      throw problem
    } catch HTTPError.forbidden(let place, _, let line) where !user.isEmpty {
      throw HTTPError.forbidden(place, user: user, line: line)
    } catch HTTPError.unauthorized(let place, let line, _, _) where user.isEmpty {
      throw HTTPError.unauthorized(place, line: line, hadUser: false)
    }
    let timestamp = response.timestamp ?? asked
    var notKept: String?
    if let cache {
      do {
        try await keep(response, json, isGood, timestamp, resource, cache)
      } catch {
        notKept = error.brief
      }
    }
    return ServerResponse(
      json, timestamp: timestamp, place: response.place, isRecorded: response.recording != nil,
      notKept: notKept)
  }

  /// Asks the server, and returns the answer as it came, whatever its status: a file, or JSON too long to be held in pieces.
  ///
  /// The answer isn't cached. Throws `HTTPError`, or the error that `refusal` finds in the answer.
  public nonisolated(nonsending) func response(
    to resource: ResourceURI, body: HTTPBody? = nil,
    progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    return try await response(to: url, body: body, progress: progress)
  }

  /// Asks for a URL of the server's, and returns the answer as it came, whatever its status.
  ///
  /// Throws `HTTPError.redirectedElsewhere` for another server's URL, which isn't asked.
  public nonisolated(nonsending) func response(
    to url: URL, body: HTTPBody? = nil, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    guard ServerAddress(url.absoluteString, allowsHTTP: true)?.origin == server.origin else {
      throw HTTPError.redirectedElsewhere(from: server.origin, to: url.place)
    }
    let response = try await send(
      HTTPRequest(
        url, method: body == nil ? .get : .post, body: body, headers: headers, progress: progress))
    if let refusal = refusal(response) { throw refusal }
    return response
  }

  /// Returns the body of a resource's last answer, if that couldn't be read; nil otherwise.
  ///
  /// It is kept in memory only, for a few resources, and not more than 16 MiB of it.
  public func unreadableAnswer(_ resource: ResourceURI) -> [UInt8]? {
    unreadable.withLock { $0.first { $0.resource == resource }?.body }
  }

  /// The last answer that couldn't be read, whichever resource it is of; nil if there is none.
  public var unreadableAnswer: [UInt8]? { unreadable.withLock { $0.last?.body } }

  /// Notes an answer that is JSON, but not what the application can read; nil for one that it could.
  public func note(unreadable body: [UInt8]?, _ resource: ResourceURI) {
    unreadable.withLock { bodies in
      bodies.removeAll { $0.resource == resource }
      guard let body else { return }
      bodies.append((resource, Array(body.prefix(16 << 20))))
      if bodies.count > 4 { bodies.removeFirst() }
    }
  }

  /// The moment by the connection's clock, in seconds since 1970.
  public var timestamp: Int { now() }

  /// Deletes a resource, such as a session. Throws the errors of `ask`; an answer with nothing in it is a good one.
  public nonisolated(nonsending) func delete(_ resource: ResourceURI) async throws {
    guard let url = server.url(resource.text) else { throw HTTPError.notFound(resource.path) }
    let response = try await send(HTTPRequest(url, method: .delete, headers: headers))
    if let refusal = refusal(response) { throw refusal }
    if response.status != 204 { try response.requireJSON() }
  }

  /// Notes that the server keeps a session by this connection's cookies. It is given back before
  /// the process ends, by deleting `resource`.
  public func noteSession(_ resource: ResourceURI) {
    guard let openLogins, let url = server.url(resource.text) else { return }
    openLogins.note(cookieSession) { [transport, headers, cookieSession] in
      // With the cookies alone: by then the password may be wiped, and no one is asked for it.
      _ = try? await transport.send(HTTPRequest(url, method: .delete, headers: headers))
      // Its identity is the note's key, which no other object may get before.
      withExtendedLifetime(cookieSession) {}
    }
  }

  /// Forgets the password and the server's cookies. No password is sent, nor looked for, until somebody gives one: the user has logged out,
  /// or the server has said in its own way, not with a status, that this one is wrong.
  ///
  /// With `isRefused` the server has said so, and this password isn't sent once more though a source gives it again.
  public nonisolated(nonsending) func forgetPassword(isRefused: Bool = false) async {
    if isRefused { await login.refuse(login.atHand) } else { login.forget() }
    openLogins?.forget(cookieSession)
    await transport.forgetCookies()
  }

  /// Returns the password, for a login of the server's own (``Authentication/login``): the one at hand, or a source's.
  ///
  /// Throws the errors of `ask` before anything is sent: `HTTPError.passwordNeeded` if a person has to be asked.
  public nonisolated(nonsending) func password() async throws -> Secret {
    guard let credentials = try await knownCredentials() else { throw passwordNeeded }
    return credentials.password
  }

  /// Notes that the server has taken the password in a login of its own.
  public func noteAccepted() {
    isChecked.store(true, ordering: .relaxed)
    login.accept(login.atHand)
  }

  /// Notes that the server has refused a password in a login of its own, and returns the error.
  /// The connection doesn't send the password again.
  ///
  /// - Parameters:
  ///   - password: The password that was sent.
  ///   - reason: The reason in a sentence without its period; nil if the server names none.
  public nonisolated(nonsending) func refusal(
    of password: Secret, because reason: String? = nil
  ) async -> HTTPError {
    isChecked.store(true, ordering: .relaxed)
    await login.refuse(password, line: reason, hasStatus: false)
    return .unauthorized(server.origin, line: reason, hasStatus: false)
  }

  /// Sends a request in the user's name. A refusal that may be about an ended session is answered with a new one, once.
  ///
  /// Throws `HTTPError.busy` if the server says for how long it takes no requests, and until then, with nothing sent, for each request.
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
    // A server that offers only other ways to log in hasn't looked at the password.
    if response.outcome == .unauthorized { await login.refuse(sent, line: response.firstLine) }
    if response.saysThatTheUserIsKnown { login.accept(sent) }
    if case .busy(let seconds?) = response.outcome {
      let problem = HTTPError.busy(
        response.place, response.status, reason: response.reason, line: response.firstLine,
        seconds: seconds, until: now() + seconds)
      wait.withLock { $0 = (problem, now() + min(seconds, HTTPError.longestWait)) }
      throw problem
    }
    return response
  }

  /// Throws `HTTPError.busy` if the server wants no requests yet.
  private func requireNoWait() throws {
    guard let (problem, end) = wait.withLock({ $0 }) else { return }
    let left = end - now()
    // A clock that was set back must not make the wait longer.
    guard case .busy(let place, let status, let reason, let line, _, let until) = problem,
      (1...HTTPError.longestWait).contains(left)
    else { return wait.withLock { $0 = nil } }
    throw HTTPError.busy(
      place, status, reason: reason, line: line, seconds: until - now(), until: until)
  }

  /// Makes sure that the server is there and trusted, before anybody is asked for its password: once, and nothing is sent.
  ///
  /// Throws the errors of `ask` before anything is sent.
  public nonisolated(nonsending) func check() async throws {
    guard !isChecked.load(ordering: .relaxed), let url = server.url("/") else { return }
    try await transport.check(url)
    isChecked.store(true, ordering: .relaxed)
  }

  /// The credentials that go with a request.
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

  private nonisolated(nonsending) func json(of response: HTTPResponse) async throws -> JSON {
    // What is read within a frame's time needs no other thread.
    if response.body.count < 64 << 10 { return try response.json(memory: answerMemory) }
    return try await jsonInBackground(response)
  }

  @concurrent private func jsonInBackground(_ response: HTTPResponse) async throws -> JSON {
    try response.json(memory: answerMemory)
  }

  /// Reads the cache elsewhere than screens are drawn: an answer may be many megabytes.
  @concurrent private func kept(
    _ resource: ResourceURI, _ cache: ResponseCache
  ) async -> ResponseCache.Entry? {
    cache.entry(for: resource)
  }

  /// Caches JSON that was put together of several answers, in the place of a resource's last good
  /// one. Throws `FileError`.
  @concurrent public func keep(_ json: JSON, at timestamp: Int, for resource: ResourceURI)
    async throws
  {
    try cache?.keep(json.bytes, at: timestamp, tag: nil, for: resource)
  }

  @concurrent private func keep(
    _ response: HTTPResponse, _ json: JSON, _ isGood: @Sendable (JSON) -> Bool, _ timestamp: Int,
    _ resource: ResourceURI, _ cache: ResponseCache
  ) async throws {
    guard isGood(json) else { return }
    try cache.keep(
      response.body, at: timestamp, tag: response.headers.value("ETag"), for: resource)
  }
}

/// The identity of the session that a server keeps by a connection's cookies.
private final class CookieSession: Sendable {}

extension HTTPResponse {
  /// Tells whether the session may have ended, and not the right. Older services say that with 403, and a page for browsers in the place of
  /// their own words.
  fileprivate var saysThatASessionEnded: Bool {
    outcome == .unauthorized
      || outcome == .forbidden && headers.value("Content-Type")?.hasPrefix("text/html") == true
  }

  /// Tells whether the server itself has answered a user whom it knows. A gateway that doesn't reach the server hasn't looked at the password,
  /// nor has a proxy, nor whoever redirects.
  fileprivate var saysThatTheUserIsKnown: Bool {
    switch outcome {
    case .success, .unchanged, .forbidden, .notFound, .refused: true
    case .redirect, .unauthorized, .otherLogin, .proxyLogin, .failed: false
    case .busy: status == 429
    }
  }

  /// The cached answer, in the place of the one that says that nothing has changed. An answer without a body is that again.
  fileprivate func saying(_ known: ResponseCache.Entry) -> HTTPResponse {
    HTTPResponse(
      status: known.body.isEmpty ? 204 : 200,
      headers: known.tag.map { [HTTPHeader("ETag", $0)] } ?? [], body: known.body, url: url)
  }
}
