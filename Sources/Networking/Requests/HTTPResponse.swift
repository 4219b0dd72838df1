public import Core
public import FoundationEssentials
import Glibc

/// A complete HTTP response: its status, headers and decompressed body.
public struct HTTPResponse: Hashable, Sendable {
  /// The HTTP status code, for example 404.
  public let status: Int
  /// The reason phrase that follows the status code, for example "Not Found". Many servers send
  /// none; then it is empty.
  public let reason: String
  /// The response's headers, in the order in which the server sent them.
  public let headers: [HTTPHeader]
  /// The bytes of the response's body, decompressed.
  public let body: [UInt8]
  /// The URL that sent the response: the last one, if the request was redirected.
  public let url: URL
  /// The file or directory from which the response was replayed, or "the demo data"; `nil` if a
  /// server sent the response.
  public let recording: String?
  /// The time when a replayed response was recorded, in seconds since 1970. `nil` if it isn't
  /// known, or if a server sent the response.
  public let timestamp: Int?

  /// Creates a response, for example in a transport of your own.
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
  /// Parses the body as JSON. Returns `JSON.null` for a response without a body (204).
  ///
  /// Throws `HTTPError` if the status is an error, or if the body isn't valid JSON. A login page
  /// with status 200 is rejected by its media type. For a replayed response, an error of the
  /// recording is a `ReplayError`.
  ///
  /// - Parameter memory: The memory limit for the text and the parsed values together, in bytes.
  public func json(memory: Int = JSON.Limits.response.memory) throws -> JSON {
    if status == 204 { return .null }
    try requireJSON()
    if let recording, body.isEmpty { throw ReplayError.empty(recording) }
    do {
      var limits = JSON.Limits.response
      limits.memory = memory
      return try JSON(body, limits: limits)
    } catch let malformed as JSON.Malformed {
      if let recording { throw ReplayError.malformed(recording, malformed) }
      throw HTTPError.malformed(location, malformed)
    }
  }

  /// Checks, without parsing the response, that it has a successful status and that its media type
  /// doesn't exclude JSON. Returns the response, or throws the errors of `json(memory:)`.
  @discardableResult public func requireJSON() throws -> HTTPResponse {
    switch outcome {
    case .success: break
    case .unauthorized: throw HTTPError.unauthorized(location, line: firstLine)
    case .otherLogin(let schemes): throw HTTPError.loginNotOffered(location, schemes: schemes)
    case .forbidden: throw HTTPError.forbidden(location, line: firstLine)
    case .notFound:
      if let recording {
        throw ReplayError.notRecorded(
          recording, name: ResourceURI(url.path)?.fileName ?? url.path)
      }
      throw HTTPError.notFound(location, line: firstLine)
    case .unchanged, .redirect, .proxyLogin, .busy, .refused, .failed:
      throw HTTPError.status(location, status, reason: reason, line: firstLine)
    }
    let type = headers.value("Content-Type")?.split(separator: ";").first.map {
      $0.trimmed.lowercased()
    }
    // A response without a type is assumed to be JSON; parsing finds out.
    let types = ["application/json", "application/json-rpc"]
    guard let type, !types.contains(type), !type.hasSuffix("+json") else { return self }
    // IBM documents that most, but not all, responses are typed as JSON. These are accepted if they
    // begin like JSON.
    if type == "text/plain" || type == "application/octet-stream", beginsAsJSON { return self }
    throw HTTPError.wrongContentType(location, type: type, line: firstLine)
  }

  /// The origin of the response, for messages to the user: the recording, or the URL without its
  /// query.
  public var location: String { recording ?? url.location }

  private var beginsAsJSON: Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// A JSON message, or the first meaningful line of the body. Not escaped for a terminal.
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
  /// The URL for messages to the user: scheme, host, port and path. User, password and query are
  /// omitted, because they may be private.
  public var location: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "" }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string ?? ""
  }
}

extension HTTPResponse {
  /// The category of a status. All handling of statuses depends on it.
  enum Outcome: Hashable {
    case success
    /// 304: the client's cached response is still valid.
    case unchanged
    case redirect
    /// 401.
    case unauthorized
    /// 401 with the schemes that the server offers, none of which is Basic.
    case otherLogin([String])
    case forbidden
    case notFound
    /// 407.
    case proxyLogin
    /// 429 or 503. `seconds` is the wait that the server requests, if any.
    case busy(seconds: Int?)
    /// Another 4xx status.
    case refused
    /// Another status from 500 on, of the server or a gateway in front of it.
    case failed
  }

  var outcome: Outcome {
    switch status {
    case 200...299: .success
    case 304: .unchanged
    case 300...399: .redirect
    case 401:
      AuthenticationSchemes(headers, "WWW-Authenticate").other.map { .otherLogin($0) }
        ?? .unauthorized
    case 403: .forbidden
    case 404, 410: .notFound
    case 407: .proxyLogin
    case 429, 503: .busy(seconds: retryAfter)
    case 500...: .failed
    default: .refused
    }
  }

  /// The authentication schemes that the server offers in a response with status 401: "Negotiate",
  /// "Basic".
  public var offeredLogins: [String] { AuthenticationSchemes(headers, "WWW-Authenticate").names }

  /// From a number or a date in Retry-After (RFC 9110, 10.2.3); `nil` if it isn't in the future.
  private var retryAfter: Int? {
    guard let text = headers.value("Retry-After")?.trimmed else {
      return nil
    }
    let seconds: Int
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      seconds = Int(text) ?? .max
    } else if let timestamp = HTTPDate(text)?.seconds {
      // By the server's clock, if the response has a Date.
      let now = headers.value("Date").flatMap { HTTPDate($0)?.seconds } ?? Int(time(nil))
      seconds = timestamp - now
    } else {
      return nil
    }
    return seconds > 0 ? min(seconds, 366 * 86_400) : nil
  }
}

/// The authentication schemes that a response offers: "Negotiate", "Basic".
struct AuthenticationSchemes {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  /// Parses all challenges of all headers with this name (RFC 9110, 11.6.1).
  init(_ headers: [HTTPHeader], _ name: String) {
    var names: [String] = []
    for header in headers where header.name.lowercased() == name.lowercased() {
      for part in Self.parts(header.value) {
        // A parameter's name is followed by "=", a scheme by a blank or nothing.
        let scheme = part.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
        let rest = part[scheme.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard !scheme.isEmpty, !rest.hasPrefix("="), !names.contains(String(scheme)) else {
          continue
        }
        names.append(String(scheme))
      }
    }
    self.names = names
  }

  /// `nil` if one of the schemes is Basic. Some servers send "xBasic" to keep browsers from
  /// prompting.
  var other: [String]? {
    let isBasic = names.contains { $0.lowercased().hasSuffix("basic") }
    return names.isEmpty || isBasic ? nil : names
  }

  /// Splits at commas, except inside quotation marks.
  private static func parts(_ text: String) -> [Substring] {
    var isQuoted = false
    var isEscaped = false
    return text.split { character in
      defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      return character == "," && !isQuoted
    }.map { $0.drop { $0 == " " || $0 == "\t" } }
  }
}

/// A date in HTTP's format (RFC 9110, 5.6.7): "Fri, 27 Nov 2026 19:00:00 GMT". Not parsed with
/// `strptime`, which expects names in the user's language.
struct HTTPDate {
  let seconds: Int

  /// Accepts the two obsolete formats, too: with a hyphenated day, and C's asctime.
  init?(_ text: String) {
    let fields = text.split { " ,-".contains($0) }
    var parts = tm()
    let isOfC = fields.count == 5
    guard fields.count == 6 && fields[5] == "GMT" || isOfC else { return nil }
    let order = isOfC ? [2, 1, 4, 3] : [1, 2, 3, 4]
    let clock = fields[order[3]].split(separator: ":").compactMap { Int32($0) }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard let day = Int32(fields[order[0]]), (1...31).contains(day),
      let month = months.firstIndex(of: String(fields[order[1]])),
      let year = Int32(fields[order[2]]), (0...9999).contains(year), clock.count == 3,
      (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    parts.tm_year = (year < 70 ? year + 2000 : year < 100 ? year + 1900 : year) - 1900
    (parts.tm_mon, parts.tm_mday) = (Int32(month), day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
    seconds = timegm(&parts)
  }
}
