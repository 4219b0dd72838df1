import Reprise

struct ServerFailure: Error {
  let status: Int
  /// The text of `error.message`. An exception's own message is in brackets.
  let message: String
  /// The class and line that threw the exception.
  let code: String
  /// The exception's own message, without the server's introduction.
  let raw: String?

  init(_ status: Int, _ message: String, code: String, raw: String?) {
    self.status = status
    self.message = message
    self.code = code
    self.raw = raw
  }

  /// A Java exception with its causes: "[outer => inner]".
  static func exception(_ status: Int, _ chain: [String], code: String) -> ServerFailure {
    ServerFailure(
      status, "[" + chain.joined(separator: " => ") + "]", code: code, raw: chain.first)
  }

  /// There is no object with this UUID [230].
  static let notThere = ServerFailure(
    404, "Object with given uuid doesn't exist [null]",
    code: "org.openmrs.module.webservices.rest.web.v1_0.controller.MainResourceController:83",
    raw: nil)

  /// There is no resource with this path [900].
  static func unknownResource(_ path: String) -> ServerFailure {
    ServerFailure(
      404,
      "Resource does not exist. Please check documentation for implemented resources and their "
        + "paths [Unknown resource: v1/\(path)]",
      code: "org.openmrs.module.webservices.rest.web.api.impl.RestServiceImpl:291",
      raw: "Unknown resource: v1/\(path)")
  }

  /// The resource doesn't support this search [135, 321, 2.44: 300a].
  static func unsupported(_ reason: String? = nil) -> ServerFailure {
    ServerFailure(
      400, "The Resource Does not Support the Requested Operation [\(reason ?? "null")]",
      code: "org.openmrs.module.webservices.rest.web.v1_0.controller.MainSubResourceController:101",
      raw: reason)
  }

  /// A missing privilege [323]. `words` differs if the module reports it, not the core [2.39: 906].
  static func forbidden(
    _ privilege: String, _ words: String = "Privileges required: ", before: String = ""
  ) -> ServerFailure {
    ServerFailure(
      403,
      "User is logged in but doesn't have the relevant privilege [\(before)\(words)\(privilege)]",
      code: "org.openmrs.aop.AuthorizationAdvice:120", raw: words + privilege)
  }

  /// The request isn't authenticated [015].
  static func notLoggedIn(_ privilege: String) -> ServerFailure {
    ServerFailure(
      401, "User is not logged in [Privileges required: \(privilege)]",
      code: "org.openmrs.aop.AuthorizationAdvice:120", raw: "Privileges required: \(privilege)")
  }
}

extension ServerFailure {
  /// Returns the response body, 9 to 13 KB with the stack trace in `detail` [700; without: 945].
  func body(in profile: ServerProfile) -> JSON {
    var error: [JSON.Member] = [
      .init("message", .string(message)), .init("code", .string(code)),
      .init("detail", .string(ServerFailure.trace(of: raw ?? message))),
    ]
    if profile.repeatsMessages {
      error.append(.init("rawMessage", raw.map { .string($0) } ?? .null))
      error.append(.init("translatedMessage", .string(raw ?? "")))
    }
    return .object([.init("error", .object(error))])
  }

  /// Returns an invented stack trace of realistic length.
  private static func trace(of message: String) -> String {
    let frames = (1...118).map { number in
      "\tat org.openmrs.invented.Frame\(number).invoke(Frame\(number).java:\(number * 7)) ~[strict.jar:?]"
    }
    return ([message] + frames).joined(separator: "\n")
  }
}
