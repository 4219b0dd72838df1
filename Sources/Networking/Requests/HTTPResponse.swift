public import Foundation
public import Values

/// An answer of a server: whole, and decompressed.
public struct HTTPResponse: Hashable, Sendable {
  /// The status, for example 404.
  public let status: Int
  /// The words behind the status, for example "Not Found"; often empty.
  public let reason: String
  /// The headers of the answer, in their order.
  public let headers: [HTTPHeader]
  /// The body, decompressed.
  public let body: [UInt8]
  /// The URL that the answer came from in the end, after redirects.
  public let url: URL
  /// The file that the answer was recorded in, or "the demo data"; nil if a server gave it just now.
  public let recording: String?
  /// The moment of a recorded answer, in seconds since 1970; nil where that isn't known, and if a server gave it just now.
  public let timestamp: Int?

  /// An answer.
  ///
  ///     HTTPResponse(status: 200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array("[]".utf8), url: url)
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
  /// Reads the answer's JSON. Throws `HTTPError`, or `ReplayError` for a recorded answer, if the answer is anything else.
  ///
  /// A login page with status 200 is told by its type. 204, an answer without a body, is null. `memory` is the most that the text and its
  /// values may take, in bytes.
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

  /// Returns the answer itself, if it holds JSON. Throws as `json()` does.
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
    // Some answers have no type; they are JSON or say so when they are read.
    let types = ["application/json", "application/json-rpc"]
    guard let type, !types.contains(type), !type.hasSuffix("+json") else { return self }
    // IBM's document that most, not all, answers are typed as JSON. What begins as JSON is.
    if type == "text/plain" || type == "application/octet-stream", beginsAsJSON { return self }
    throw HTTPError.wrongContentType(place, type: type, line: firstLine)
  }

  /// The answer's place, as messages name it: the recording, or the URL's scheme, host and path, without the query.
  public var place: String { recording ?? url.place }

  private var beginsAsJSON: Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// The server's words: a message, or the first line of the body that says something; of HTML, its title or else its text. Not
  /// made safe for a terminal.
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
  /// The URL as messages name it: without user, password and query, which may hold private data.
  public var place: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string ?? ""
  }
}
