public import Core
public import Foundation

/// A server's complete response, decompressed.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, for example 404.
  public let status: Int
  /// The reason phrase after the status, for example "Not Found"; often empty.
  public let reason: String
  /// The response's headers, in their order.
  public let headers: [HTTPHeader]
  /// The body, decompressed.
  public let body: [UInt8]
  /// The URL of the response, after redirects.
  public let url: URL
  /// The file of a recorded response, or "the demo data"; `nil` if the response comes from a
  /// server.
  public let recording: String?
  /// The time of a recorded response, in seconds since 1970; `nil` if it isn't known, or if the
  /// response comes from a server.
  public let timestamp: Int?

  /// Creates a response.
  ///
  ///     HTTPResponse(status: 200, headers: [HTTPHeader("Content-Type", "application/json")],
  ///       body: Array("[]".utf8), url: url)
  public init(
    status: Int, reason: String = "", headers: [HTTPHeader] = [], body: [UInt8], url: URL,
    recording: String? = nil, timestamp: Int? = nil
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.url = url
    self.recording = recording
    self.timestamp = timestamp
  }
}

extension HTTPResponse {
  /// Parses the response's JSON. Throws `HTTPError`, or `ReplayError` for a recorded response,
  /// if it isn't a successful JSON response.
  ///
  /// A login page with status 200 is detected by its media type. A 204 is null. `memory` limits the
  /// bytes that the text and its values take together.
  public func json(memory: Int = JSON.Limits.answer.memory) throws -> JSON {
    if status == 204 { return .null }
    try requireJSON()
    if let recording, body.isEmpty { throw ReplayError.empty(recording) }
    do {
      var limits = JSON.Limits.answer
      limits.memory = memory
      return try JSON(body, limits: limits)
    } catch let malformed as JSON.Malformed {
      if let recording { throw ReplayError.malformed(recording, malformed) }
      throw HTTPError.malformed(place, malformed)
    }
  }

  /// Returns the response itself if it is a successful JSON response. Otherwise throws the errors
  /// of `json()`.
  @discardableResult public func requireJSON() throws -> HTTPResponse {
    switch outcome {
    case .success: break
    case .unauthorized: throw HTTPError.unauthorized(place, line: firstLine)
    case .otherLogin(let schemes): throw HTTPError.loginNotOffered(place, schemes: schemes)
    case .forbidden: throw HTTPError.forbidden(place, line: firstLine)
    case .notFound:
      if let recording {
        throw ReplayError.notRecorded(
          recording, name: ResourceURI(url.path)?.fileName ?? url.path)
      }
      throw HTTPError.notFound(place, line: firstLine)
    case .unchanged, .redirect, .proxyLogin, .busy, .refused, .failed:
      throw HTTPError.status(place, status, reason: reason, line: firstLine)
    }
    let type = headers.value("Content-Type")?.split(separator: ";").first.map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
    // A response without a type is assumed to be JSON; parsing finds out.
    let types = ["application/json", "application/json-rpc"]
    guard let type, !types.contains(type), !type.hasSuffix("+json") else { return self }
    // IBM documents that most, but not all, responses are typed as JSON. These are accepted if they
    // begin like JSON.
    if type == "text/plain" || type == "application/octet-stream", beginsAsJSON { return self }
    throw HTTPError.wrongContentType(place, type: type, line: firstLine)
  }

  /// The origin of the response, for messages: the recording, or the URL's scheme, host and path,
  /// without the query.
  public var place: String { recording ?? url.place }

  private var beginsAsJSON: Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The server's text: a JSON message, or the first meaningful line of the body (of HTML, the
  /// title or else the text). Not escaped for a terminal.
  var firstLine: String? {
    if beginsAsJSON, body.count < 16_384, let json = try? JSON(body) {
      let error = json["error"]
      let message = json["message"]?.string ?? error?["message"]?.string ?? error?.string
      if let message { return FirstLine(of: Array(message.utf8)).text }
    }
    return FirstLine(of: body).text
  }
}

extension URL {
  /// The URL for messages, without user, password and query, which may be private.
  public var place: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string ?? ""
  }
}
