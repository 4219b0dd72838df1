import Accounts
import Reprise

/// A response with the status, headers and body that the recorded servers sent.
struct ServerReply: Sendable {
  var status: Int
  var headers: [HTTPHeader]
  var body: [UInt8]

  static let jsonType = HTTPHeader("Content-Type", "application/json;charset=UTF-8")

  init(_ status: Int, _ headers: [HTTPHeader] = [], _ body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns a 200 response with JSON and an ETag [026].
  static func json(_ json: JSON) -> ServerReply {
    let body = json.bytes
    return ServerReply(200, [etag(of: body), jsonType], body)
  }

  /// A 204 response, with an ETag and a content type, but no length [301].
  static let nothing = ServerReply(204, [etag(of: []), jsonType])

  /// Returns an error response. The server closes the connection after 400 and 500 only [321, 700].
  static func failure(_ failure: ServerFailure, in profile: ServerProfile) -> ServerReply {
    ServerReply(failure.status, closing(failure.status), failure.body(in: profile).bytes)
  }

  private static func closing(_ status: Int) -> [HTTPHeader] {
    [jsonType] + ([400, 500].contains(status) ? [HTTPHeader("Connection", "close")] : [])
  }

  /// Returns a truncated response followed by an error: two JSON texts in one body [3.4.1: 556].
  static func broken(
    _ half: JSON, _ failure: ServerFailure, in profile: ServerProfile
  ) -> ServerReply {
    ServerReply(500, closing(500), half.bytes + failure.body(in: profile).bytes)
  }

  /// Returns an HTML page, as the servlet container [021] or a gateway sends it.
  static func page(_ status: Int, _ title: String, isClosing: Bool = false) -> ServerReply {
    let html =
      "<!doctype html><html lang=\"en\"><head><title>\(title)</title></head>"
      + "<body><h1>\(title)</h1></body></html>"
    return ServerReply(
      status,
      [HTTPHeader("Content-Type", "text/html;charset=utf-8"), HTTPHeader("Content-Language", "en")]
        + (isClosing ? [HTTPHeader("Connection", "close")] : []), Array(html.utf8))
  }

  /// Returns an exception as JSON with status 200 [902].
  static func exceptionWith200(_ message: String) -> ServerReply {
    let json = JSON.object([
      .init("cause", .null), .init("stackTrace", .array([])), .init("rootCause", .null),
      .init("message", .string(message)), .init("suppressed", .array([])),
      .init("localizedMessage", .string(message)),
    ])
    return ServerReply(200, [HTTPHeader("Cache-Control", "no-store"), jsonType], json.bytes)
  }

  /// Returns a 304 response if the client's ETag matches, for lists, too [027, 942].
  func unlessUnchanged(_ request: ServerRequest) -> ServerReply {
    guard status == 200, let etag = headers.value("ETag"),
      request.headers.value("If-None-Match") == etag
    else { return self }
    return ServerReply(304, [HTTPHeader("ETag", etag)])
  }

  private static func etag(of body: [UInt8]) -> HTTPHeader {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return HTTPHeader(
      "ETag", "\"0" + String(repeating: "0", count: 32 - digits.count) + digits + "\"")
  }
}
