import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// A client for the REST web services of an OpenMRS server: `<base>/ws/rest/v1`. Its functions run
/// on their caller's actor and suspend only if the transport does, so the demo data are available
/// for the first frame. They throw `OpenMRSError` or a connection error.
struct OpenMRSClient: DataClient {
  /// Their connection must use `configuration`, which recognizes OpenMRS's errors.
  let services: OpenMRSServices
  var sources: SourceChain

  var connection: Connection { services.connection }
  var knowledge: ServerKnowledge { services.knowledge }

  init(_ services: OpenMRSServices, _ sources: SourceChain? = nil) {
    self.services = services
    self.sources = sources ?? SourceChain(services)
  }

  static var configuration: Connections.Configuration {
    var configuration = Connections.Configuration()
    configuration.headers = [
      HTTPHeader("Accept", "application/json"),
      // Without it, the server challenges browsers to show a password dialog on a 401 response.
      HTTPHeader("Disable-WWW-Authenticate", "true"),
    ]
    // Clinics have slow links, on which more concurrent requests only slow each other down.
    configuration.concurrentRequests = 2
    // Pages have at most a hundred entries. The largest observed has 2 MiB.
    configuration.responseMemoryLimit = 24 << 20
    // Patient data must not be stored where other programs of the user can read them.
    configuration.cachesResponses = false
    configuration.refusal = { OpenMRSError($0) }
    configuration.recorded = { RecordedPages($0) }
    configuration.logIn = { try await OpenMRSServices($0).logIn() }
    return configuration
  }

  func cacheOnly() -> OpenMRSClient? {
    guard let cachedSources = sources.cacheOnly else { return nil }
    // Cached responses may come from a server with other capabilities.
    return OpenMRSClient(
      services.knowing(ServerKnowledge(root: knowledge.root, chosenVitals: knowledge.chosenVitals)),
      cachedSources)
  }

  func recording(_ recorder: ResponseRecorder) -> OpenMRSClient {
    // The recording must contain every request, so only known refusals are carried over.
    let knowledge = ServerKnowledge(
      root: knowledge.root, chosenVitals: knowledge.chosenVitals)
    knowledge.limit = self.knowledge.limit
    knowledge.supportsRanges = self.knowledge.supportsRanges
    var services = services.knowing(knowledge)
    services.cachesResponses = false
    return OpenMRSClient(services, .collecting(recorder, from: services))
  }

  /// This client without recording, for a caller that records the responses itself.
  var withoutRecorder: OpenMRSClient { OpenMRSClient(services, sources.withoutRecorder) }

  struct Parameter: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// `q=a%26b`. `urlQueryAllowed` leaves `+`, which servers decode as a space.
    var encoded: String { name + "=" + value.percentEncoded() }
  }

  /// Throws `OpenMRSError.wrongObject` if the response is about another patient than `patient`.
  nonisolated(nonsending) func get(
    _ path: [String], _ query: [Parameter] = [], of patient: ResourceID? = nil
  ) async throws -> JSON {
    try await sources.response(to: DataRequest(requestText(path, query), about: patient)).json
  }

  /// Relative to the services: "patient/7?v=full".
  func requestText(_ path: [String], _ query: [Parameter]) throws -> String {
    for name in path where !OpenMRSClient.isPlain(name) { throw OpenMRSError.unusableID(name) }
    let pairs = query.map(\.encoded).joined(separator: "&")
    return path.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs)
  }

  nonisolated(nonsending) func one<Element>(
    _ path: [String], _ representation: String, read: (JSON) throws(Unreadable) -> Element
  ) async throws -> Element {
    let json = try await get(path, [Parameter("v", representation)])
    do throws(Unreadable) {
      return try read(json)
    } catch {
      if let address = ResourceURI("/" + path.joined(separator: "/")) {
        connection.note(unreadable: json.bytes, address)
      }
      throw OpenMRSError.unreadable(error)
    }
  }

  /// Set `isCounted` only for lists that every release can count: below 2.49 it gives wrong
  /// responses for others. An empty list of a patient is verified unless `mayBeEmpty`.
  nonisolated(nonsending) func page(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, mayBeEmpty: Bool = false
  ) async throws -> RawPage {
    let request = DataRequest(
      try requestText(path, query),
      page: DataRequest.Page(start: start, limit: limit, isCounted: isCounted), about: patient)
    guard let patient, start == 0, !mayBeEmpty else {
      return try RawPage(try await sources.response(to: request).json, start: start)
    }
    return try RawPage(
      try await responseUnlessDoubtful(request, about: patient, in: path), start: start)
  }

  /// A malfunctioning server has returned status 200 with empty lists for half a minute
  /// (openmrs-forms-live). So a cached list is shown instead of an empty one for up to a minute,
  /// and an empty list is accepted only if the patient can be loaded at the same time.
  nonisolated(nonsending) func responseUnlessDoubtful(
    _ request: DataRequest, about patient: ResourceID, in path: [String]
  ) async throws -> JSON {
    guard !isCacheOnly, sources.recorder == nil else {
      return try await sources.response(to: request).json
    }
    let doubt = knowledge.doubts[request.text]
    // Read first, because the new response replaces the cached one.
    let before: ServerResponse? =
      if let doubt { doubt.cached } else { try? await sources.cacheOnly?.response(to: request) }
    let response = try await sources.response(to: request)
    guard response.json["results"]?.array?.isEmpty == true else {
      knowledge.doubts[request.text] = nil
      return response.json
    }
    _ = try await self.patient(patient)
    guard let before, let count = before.json["results"]?.array?.count, count > 0,
      response.timestamp - (doubt?.since ?? response.timestamp) < Self.doubtfulSeconds
    else { return response.json }
    knowledge.doubts[request.text] = (before, doubt?.since ?? response.timestamp)
    let part = Patient.part(of: path.joined(separator: "/")) ?? "entries"
    ages.note(before.timestamp)
    ages.noteFailure(OpenMRSError.emptied(part, cached: count))
    return before.json
  }

  private static let doubtfulSeconds = 60

  nonisolated(nonsending) func page<Element>(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, mayBeEmpty: Bool = false,
    read: (JSON) throws(Unreadable) -> Element
  ) async throws -> ResultPage<Element> {
    ResultPage(
      try await page(
        path, query, of: patient, start: start, limit: limit, isCounted: isCounted,
        mayBeEmpty: mayBeEmpty), read: read)
  }

  /// An id may come from a session file.
  private static func isPlain(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
      && name == name.percentEncoded(keeping: "-_.")
  }
}
