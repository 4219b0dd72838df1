import Reprise

/// A refusal as OpenMRS says it.
struct ServerFailure: Error {
  let status: Int
  /// The text of `error.message`; an exception's own words stand in brackets.
  let message: String
  /// The place that the exception came from, with its line.
  let code: String
  /// The exception's own words, without what the server says of it.
  let raw: String?

  init(_ status: Int, _ message: String, code: String, raw: String?) {
    self.status = status
    self.message = message
    self.code = code
    self.raw = raw
  }

  /// A Java exception, "[outer => inner]".
  static func exception(_ status: Int, _ chain: [String], code: String) -> ServerFailure {
    ServerFailure(
      status, "[" + chain.joined(separator: " => ") + "]", code: code, raw: chain.first)
  }

  /// No such uuid [230].
  static let notThere = ServerFailure(
    404, "Object with given uuid doesn't exist [null]",
    code: "org.openmrs.module.webservices.rest.web.v1_0.controller.MainResourceController:83",
    raw: nil)

  /// No such path [900].
  static func unknownResource(_ path: String) -> ServerFailure {
    ServerFailure(
      404,
      "Resource does not exist. Please check documentation for implemented resources and their "
        + "paths [Unknown resource: v1/\(path)]",
      code: "org.openmrs.module.webservices.rest.web.api.impl.RestServiceImpl:291",
      raw: "Unknown resource: v1/\(path)")
  }

  /// Searched in a way that the resource can't [135, 321, 2.44: 300a].
  static func unsupported(_ reason: String? = nil) -> ServerFailure {
    ServerFailure(
      400, "The Resource Does not Support the Requested Operation [\(reason ?? "null")]",
      code: "org.openmrs.module.webservices.rest.web.v1_0.controller.MainSubResourceController:101",
      raw: reason)
  }

  /// A right is missing [323]; `words` differ where the module asks and not the core [2.39: 906].
  static func forbidden(
    _ privilege: String, _ words: String = "Privileges required: ", before: String = ""
  ) -> ServerFailure {
    ServerFailure(
      403,
      "User is logged in but doesn't have the relevant privilege [\(before)\(words)\(privilege)]",
      code: "org.openmrs.aop.AuthorizationAdvice:120", raw: words + privilege)
  }

  /// Nobody is logged in [015].
  static func notLoggedIn(_ privilege: String) -> ServerFailure {
    ServerFailure(
      401, "User is not logged in [Privileges required: \(privilege)]",
      code: "org.openmrs.aop.AuthorizationAdvice:120", raw: "Privileges required: \(privilege)")
  }
}

extension ServerFailure {
  /// The body: 9 to 13 KB, for `detail` is a stack trace [700, 945 without].
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

  /// A stack trace of no server's: as long as theirs, and as useful.
  private static func trace(of message: String) -> String {
    let frames = (1...118).map { number in
      "\tat org.openmrs.invented.Frame\(number).invoke(Frame\(number).java:\(number * 7)) ~[strict.jar:?]"
    }
    return ([message] + frames).joined(separator: "\n")
  }
}
