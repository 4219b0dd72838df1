import Accounts
import FoundationEssentials
import Reprise

struct OpenMRSServices: DataSource {
  let connection: Connection
  let knowledge: ServerKnowledge
  var cachesResponses = true

  static let path = "/ws/rest/v1/"

  func knowing(_ knowledge: ServerKnowledge) -> OpenMRSServices {
    OpenMRSServices(connection: connection, knowledge: knowledge, cachesResponses: cachesResponses)
  }

  var adapter: OpenMRSAdapter { OpenMRSAdapter(knowledge: knowledge) }

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    if knowledge.root == nil { try await logIn() }
    let request = request.limited(to: knowledge.limit)
    do {
      return try await fetch(request)
    } catch OpenMRSError.limited(let allowed) where allowed < request.page?.limit ?? 0 {
      knowledge.limit = allowed
      return try await fetch(request.limited(to: allowed))
    }
  }

  private nonisolated(nonsending) func fetch(_ request: DataRequest) async throws -> ServerResponse
  {
    let text = (knowledge.root ?? "") + OpenMRSServices.path + request.textWithPage
    guard let address = ResourceURI(text) else { throw OpenMRSError.unusableID(text) }
    let response: ServerResponse
    do {
      response = try await connection.fetch(address, caching: cachesResponses, isGood: Self.isWhole)
    } catch {
      // A refused request starts a session, too.
      if !error.cancelsRemainingRequests { noteSession() }
      throw error
    }
    noteSession()
    try adapter.check(response, to: request)
    if request.page != nil, response.json["results"]?.array == nil, response.json != .null {
      connection.note(unreadable: response.json.bytes, address)
      knowledge.hasUnreadableEntries = true
    }
    guard !Self.isWhole(response.json) else { return response }
    connection.note(unreadable: response.json.bytes, address)
    knowledge.hasUnreadableEntries = true
    guard cachesResponses else { return response }
    return await withEarlierEntries(response, to: request, at: address)
  }

  /// Only a list of which all entries can be parsed may replace the cached one.
  private static func isWhole(_ json: JSON) -> Bool {
    (json["results"]?.array ?? []).allSatisfy { (try? ListEntry($0)) != nil }
  }

  /// Cached entries may be among the unreadable ones of a list of one page, so they are added.
  private nonisolated(nonsending) func withEarlierEntries(
    _ response: ServerResponse, to request: DataRequest, at address: ResourceURI
  ) async -> ServerResponse {
    guard let page = try? RawPage(response.json, start: request.page?.start ?? 0) else {
      return response
    }
    var entries = Entries<ListEntry>(page.results)
    guard !entries.elements.isEmpty else { return response }
    if page.start == 0, !page.hasMore, let known = await connection.cachedResponse(address),
      (try? adapter.check(known, to: request)) != nil,
      let earlier = try? RawPage(known.json, start: 0)
    {
      entries.addMissing(
        from: Entries(earlier.results, earlierEntries: earlier.earlierEntries),
        seenAt: known.timestamp)
    }
    var json = response.json
    if !entries.earlierEntries.isEmpty { json["kept"] = .array(entries.earlierEntries) }
    var cacheWriteError = response.cacheFailure
    do {
      try await connection.store(json, at: response.timestamp, for: address)
    } catch {
      // A failure to write the cache doesn't prevent the response from being shown.
      cacheWriteError = error.brief
    }
    return ServerResponse(
      json, timestamp: response.timestamp, location: response.location,
      isRecorded: response.isRecorded,
      cacheFailure: cacheWriteError)
  }

  private struct ListEntry: ReceivedEntry {
    let id: ResourceID
    let raw: JSON

    init(_ json: JSON) throws(Unreadable) {
      id = try ResourceID(of: json, under: "uuid")
      raw = json
    }
  }
}

extension OpenMRSServices {
  /// The connection must use `OpenMRSClient.configuration`.
  init(_ connection: Connection, vitals: [String: String] = [:]) {
    let isPathGiven = !connection.server.path.isEmpty
    self.init(
      connection: connection,
      knowledge: ServerKnowledge(root: isPathGiven ? "" : nil, chosenVitals: vitals))
  }
}

extension DataRequest {
  var textWithPage: String {
    guard let page else { return text }
    return text + (text.contains("?") ? "&" : "?")
      + "limit=\(page.limit)&startIndex=\(page.start)"
      + (page.isCounted ? "&totalCount=true" : "")
  }
}

extension OpenMRSServices {
  nonisolated(nonsending) func logIn() async throws {
    // With a wrong password these servers return an unauthenticated session instead of an error.
    guard try await isAuthenticated() else {
      await connection.forgetPassword(isRefused: true)
      throw HTTPError.unauthorized(connection.server.name)
    }
    noteSession()
  }

  /// The session is to be ended before the process exits.
  func noteSession() {
    if let session { connection.noteSession(session) }
  }

  /// `nil` until the path of the services is known.
  private var session: ResourceURI? {
    knowledge.root.flatMap { ResourceURI($0 + OpenMRSServices.path + "session") }
  }

  /// Retains the password if the server doesn't end the session.
  nonisolated(nonsending) func logOut() async throws {
    // The refused password ended nothing, and the user must not be asked for another one now.
    guard connection.canFetch else { throw HTTPError.unauthorized(connection.server.name) }
    // Without any request so far, the path of the services isn't known.
    if knowledge.root == nil { try await logIn() }
    guard let session else { throw OpenMRSError.noServices(connection.server.name) }
    try await connection.delete(session)
    await connection.forgetPassword()
  }

  private nonisolated(nonsending) func isAuthenticated() async throws -> Bool {
    if let root = knowledge.root, let result = try await session(below: root) { return result }
    // Users omit "/openmrs", which most servers have. A path entered by the user is used as it is.
    let roots = connection.server.path.isEmpty ? ["/openmrs", ""] : [""]
    for root in roots where root != knowledge.root {
      guard let result = try await session(below: root) else { continue }
      knowledge.root = root
      return result
    }
    throw OpenMRSError.noServices(connection.server.name)
  }

  /// "Get Providers" is checked only for a logged-in user, unlike "User is not logged in".
  private static func isForUsers(_ privilege: String) -> Bool {
    let words = privilege.split(separator: " ")
    return (2...4).contains(words.count)
      && words.allSatisfy { $0.first?.isUppercase == true && $0.lowercased() != "login" }
  }

  /// `nil` if there are no services at this path.
  private nonisolated(nonsending) func session(below root: String) async throws -> Bool? {
    do {
      let address = root + OpenMRSServices.path + "session"
      guard let uri = ResourceURI(address) else { throw OpenMRSError.unusableID(address) }
      let session = try await connection.fetch(uri, caching: cachesResponses).json
      return session["authenticated"]?.bool
    } catch OpenMRSError.notFound {
      return nil
    } catch OpenMRSError.missingPrivilege(let name) where OpenMRSServices.isForUsers(name) {
      // Up to 2.47 the session includes the user's provider, which requires a privilege. Only an
      // authenticated user can get this error.
      return true
    } catch HTTPError.wrongContentType {
      // The response is an HTML page.
      return nil
    }
  }
}

struct OpenMRSAdapter: ServerAdapter {
  let knowledge: ServerKnowledge

  /// The path of the services may not be known yet. Searches request larger pages, which may be
  /// cached in pages of 50. Up to 0.2.0 allergies were cached as a whole.
  func addresses(of request: DataRequest) -> [ResourceURI] {
    var requests =
      (request.page?.limit ?? 0) > 50 ? [request, request.limited(to: 50)] : [request]
    if request.page?.start == 0 {
      requests.append(DataRequest(request.text, about: request.subject))
    }
    let roots = knowledge.root.map { [$0] } ?? ["/openmrs", ""]
    return requests.flatMap { request in
      roots.compactMap { ResourceURI($0 + OpenMRSServices.path + request.textWithPage) }
    }
  }

  func entries(of list: JSON) -> [JSON] { list["results"]?.array ?? [] }

  func list(of entries: [JSON], total: Int?) -> JSON { .page(entries, total: total) }

  /// Accepts a response without a patient: the user may lack the privilege to see it.
  func check(_ response: ServerResponse, to request: DataRequest) throws {
    guard let patient = request.subject else { return }
    for entry in response.json["results"]?.array ?? [response.json] {
      let about = Reference(entry["patient"])?.id ?? Reference(entry["person"])?.id
      guard about == nil || about == patient else { throw OpenMRSError.wrongObject("patient") }
    }
  }

  var notCached: any Error { OpenMRSError.notCached }

  func unavailableReason(for error: any Error) -> UnavailableReason? {
    switch error {
    case OpenMRSError.notFound(let text): .notFound(text)
    case OpenMRSError.missingPrivilege(let name): .missingPrivilege(name)
    case OpenMRSError.refused(let status, let text): .refused(status, text)
    case OpenMRSError.exception(let message): .refused(0, message)
    case OpenMRSError.brokenOff(let list):
      .refused(500, "the answer breaks off at “\(list)”, which this user may not see")
    // An HTML page with an error status is a refusal, too.
    case HTTPError.status(_, let status, _, let line): .refused(status, line ?? "")
    case let error where FetchFailure(error) == .unusable:
      .refused(0, StatusMessage(problem: "", error).text)
    default: nil
    }
  }

  func error(for reason: UnavailableReason) -> any Error {
    switch reason {
    case .notFound(let text): OpenMRSError.notFound(text)
    case .missingPrivilege(let name): OpenMRSError.missingPrivilege(name)
    // The error must not look like a new response of the server.
    case .refused(0, let text): OpenMRSError.notInCopy(.exception(text))
    case .refused(let status, let text): OpenMRSError.notInCopy(.refused(status, text))
    }
  }
}
