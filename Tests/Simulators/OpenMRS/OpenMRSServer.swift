import Reprise

/// A simulated server as strict as the real ones, for tests and the recording of the demo data.
///
///     let server = OpenMRSServer(data: .builtIn, as: .o3Release6)
///     let request = ServerRequest("/openmrs/ws/rest/v1/patient?q=grace")
///     server.reply(to: request, for: .clinician).status == 200
///
/// It replies synchronously, keeps no state between requests, and simulates no faults; tests add
/// delays, truncated responses and wrong data. `ServerSessions` authenticates the user first.
struct OpenMRSServer: Sendable {
  let data: RecordStore
  let profile: ServerProfile
  /// The default and maximum page sizes. An administrator can lower the maximum [944].
  var limits = (usual: 50, most: 100)
  var now = Timestamp(milliseconds: 1_795_262_400_000)
  /// The base URL in links to resources, which no client can reach. Links to pages have the host
  /// name of the request (openmrs-live.md, 2.17).
  var origin = "http://nowhere.invalid/openmrs"
  /// The path prefix of the services; `nil` if the server accepts any prefix.
  var root: String?

  init(data: RecordStore, as profile: ServerProfile = .o3Release6) {
    self.data = data
    self.profile = profile
  }

  /// Returns the response to a request. `user` is `nil` for an unauthenticated request.
  func reply(to request: ServerRequest, for user: ServerUser?) -> ServerReply {
    // The servlet container rejects longer request lines [909].
    guard request.target.utf8.count < 8_192 else {
      return .page(400, "HTTP Status 400 – Bad Request", isClosing: true)
    }
    guard let path = request.path, root == nil || root == request.root else {
      return outside(request)
    }
    guard ["GET", "HEAD", "DELETE"].contains(request.method) else {
      let words = "Request method '\(request.method)' not supported"
      return profile.saysExceptionsWith200
        ? .exceptionWith200(words) : .page(500, words, isClosing: true)
    }
    do {
      if path == ["session"] { return try session(request, for: user) }
      guard OpenMRSServer.answers(path) else {
        throw ServerFailure.unknownResource(OpenMRSServer.kinds(path))
      }
      let question = try ParsedRequest(request, path, for: user, at: self)
      return try answer(question).unlessUnchanged(request)
    } catch let failure as ServerFailure {
      return .failure(failure, in: profile)
    } catch let broken as ResourceRenderer.TruncatedReply {
      return .broken(broken.written ?? .null, broken.failure, in: profile)
    } catch {
      return .page(500, "\(error)", isClosing: true)
    }
  }

  /// Handles a nonexistent version of the services [033], or a path outside them [032].
  private func outside(_ request: ServerRequest) -> ServerReply {
    guard request.root != request.target.prefix(while: { $0 != "?" }),
      root == nil || root == request.root
    else {
      return .page(404, "HTTP Status 404 – Not Found")
    }
    return profile.saysExceptionsWith200
      ? .exceptionWith200(
        "No adapter for handler [org.openmrs.module.webservices.rest.web.v1_0.controller."
          + "UnknownResourceController@1]: The DispatcherServlet configuration needs to include a "
          + "HandlerAdapter that supports this handler")
      : .page(500, "HTTP Status 500 – Internal Server Error", isClosing: true)
  }

  private func answer(_ question: ParsedRequest) throws -> ServerReply {
    let path = question.path
    let id = path.count > 1 ? path[1] : nil
    switch (path.first ?? "", path.count) {
    case ("patient", 1): return try patients(question)
    case ("patient", 3) where path[2] == "allergy": return try allergies(question, of: path[1])
    case ("patient", 4) where path[2] == "allergy": return try allergy(question, path[3])
    case ("visit", 1): return try visits(question)
    case ("encounter", 1): return try encounters(question)
    case ("obs", 1): return try observations(question)
    case ("condition", 1): return try conditions(question)
    case ("order", 1): return try orders(question)
    case ("programenrollment", 1): return try programs(question)
    case ("conceptreferencerange", 1) where profile.hasReferenceRanges:
      return try ranges(question)
    case ("patientdiagnoses", 1): return try diagnoses(question)
    case ("caresetting", 1): return try question.list(data.all("caresetting"), "caresetting")
    case ("module", _): return try modules(question, id)
    case ("concept", 1): return try concepts(question)
    case ("systemsetting", 1): return try settings(question)
    case (let type, 2) where OpenMRSServer.guards[type] != nil:
      return try one(question, type, path[1])
    default: throw ServerFailure.unknownResource(OpenMRSServer.kinds(path))
    }
  }

  /// Returns whether the resource exists. This is checked before anything else [2.49: 900].
  private static func answers(_ path: [String]) -> Bool {
    let lists = [
      "order", "programenrollment", "conceptreferencerange", "patientdiagnoses", "caresetting",
      "module", "systemsetting",
    ]
    return path.first.map { lists.contains($0) || guards[$0] != nil } ?? false
  }

  /// The privilege that each type requires when an object is requested by its UUID.
  private static let guards = [
    "patient": "Get Patients", "person": "Get People", "visit": "Get Visits",
    "encounter": "Get Encounters", "obs": "Get Observations", "condition": "Get Conditions",
    "order": "Get Orders", "programenrollment": "Get Patient Programs", "concept": "Get Concepts",
    "location": "Get Locations", "provider": "Get Providers",
  ]

  private func one(_ question: ParsedRequest, _ type: String, _ uuid: String) throws -> ServerReply
  {
    if let right = OpenMRSServer.guards[type] { try question.require(right) }
    var kind = type
    if type == "order", data.thing("testorder", uuid) != nil { kind = "testorder" }
    guard let thing = data.thing(kind, uuid) else { throw ServerFailure.notThere }
    return .json(try question.renderer.one(thing, kind, as: question.asked))
  }

  /// Returns an unknown path without its UUIDs: "patient/nosuch" [901].
  private static func kinds(_ path: [String]) -> String {
    path.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: "/")
  }
}

extension ResourceRenderer.TruncatedReply {
  /// The error that follows the truncated response [3.4.1: 556].
  var failure: ServerFailure {
    let place = place.joined(separator: "->")
    if isEndless {
      let words = "Infinite recursion (StackOverflowError) (through reference chain: \(place))"
      return .exception(
        500, ["Could not write JSON: " + words, words],
        code: "org.springframework.http.converter.json.AbstractJackson2HttpMessageConverter:462")
    }
    let words =
      "No serializer found for class java.lang.Object and no properties discovered to create "
      + "BeanSerializer (to avoid exception, disable SerializationFeature.FAIL_ON_EMPTY_BEANS) "
      + "(through reference chain: \(place))"
    return .exception(
      500,
      [
        "Type definition error: [simple type, class java.lang.Object]; nested exception is "
          + "com.fasterxml.jackson.databind.exc.InvalidDefinitionException: " + words, words,
      ],
      code: "org.springframework.http.converter.json.AbstractJackson2HttpMessageConverter:462")
  }
}
