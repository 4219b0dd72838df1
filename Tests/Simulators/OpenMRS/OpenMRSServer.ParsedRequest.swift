import Reprise

extension OpenMRSServer {
  /// A validated request for data: the user, the resource, the representation and the page.
  struct ParsedRequest {
    let request: ServerRequest
    let path: [String]
    let user: ServerUser
    let asked: AskedRepresentation
    let renderer: ResourceRenderer
    let server: OpenMRSServer

    init(
      _ request: ServerRequest, _ path: [String], for user: ServerUser?, at server: OpenMRSServer
    ) throws {
      let profile = server.profile
      let isMainList = path.count == 1
      // From 2.47 to 2.49 the server first reads its limits with the user's privileges [2.49: 015].
      if user == nil, profile.rest >= "2.47", profile.rest < "2.50" {
        throw ServerFailure.notLoggedIn("Get Global Properties")
      }
      asked = try ParsedRequest.representation(request, isMainList: isMainList, profile)
      guard let user else {
        throw ServerFailure.notLoggedIn(path.first == "concept" ? "Get Concepts" : "Get Patients")
      }
      self.request = request
      self.path = path
      self.user = user
      self.server = server
      renderer = ResourceRenderer(
        data: server.data, profile: profile, user: user, origin: server.origin)
      if let limit = request["limit"].flatMap({ Int($0) }) {
        guard limit > 0 else {
          throw ParsedRequest.refused(
            "If you specify a number of results to return, it must be >0 and not null")
        }
        guard limit <= server.limits.most else {
          throw ParsedRequest.refused(
            "Administrator has set absolute limit at \(server.limits.most)")
        }
      }
    }

    /// Parses `v`. Throws if the value is empty, or, in old releases, if it names the default [129,
    /// 140, 2.49: 129, 241, 326].
    private static func representation(
      _ request: ServerRequest, isMainList: Bool, _ profile: ServerProfile
    ) throws -> AskedRepresentation {
      guard request.has("v") else { return isMainList ? .reference : .standard }
      guard let text = request["v"] else { throw refused("?v=(empty string) is not allowed") }
      let asked = AskedRepresentation(text, as: profile)
      let usual = isMainList ? AskedRepresentation.reference : .standard
      if profile.refusesNeedlessRepresentation, asked == usual {
        throw refused(
          "Do not specify ?v=\(text) because it is the default behavior for this request")
      }
      return asked
    }

    private static func refused(_ words: String) -> ServerFailure {
      .exception(500, [words], code: "org.openmrs.module.webservices.rest.web.RestUtil:454")
    }

    func require(_ privilege: String, before: String = "") throws {
      guard user.may(privilege) else { throw ServerFailure.forbidden(privilege, before: before) }
    }

    var searches: Set<String> { request.searches(in: server.profile) }
  }
}
