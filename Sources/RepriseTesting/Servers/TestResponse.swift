import Foundation

/// A response that a `TestServer` returns. By default, it has status 200 and no body.
public struct TestResponse: Sendable {
  /// A position in a response at which the server waits or closes the connection.
  public enum Position: Sendable {
    /// The server stops before it sends the status line and the headers, so nothing is sent.
    case beforeHead
    /// The server stops within the body. The value is the index of the first byte that isn't sent,
    /// counted from 0.
    case beforeByte(Int)

    fileprivate var number: Int {
      switch self {
      case .beforeHead: -1
      case .beforeByte(let byte): byte
      }
    }
  }

  /// The HTTP status code.
  public var status = 200
  /// The reason phrase that follows the status code in the status line.
  public var reason = "OK"
  /// The headers, by name.
  public var headers: [String: String] = [:]
  /// The body before compression. By default empty.
  public var body: [UInt8] = []
  /// The size of a body of zero bytes, in MiB, which is sent compressed instead of `body`; `nil` to
  /// send `body`. Use it to test a client's size limit.
  public var zeros: Int?
  /// Whether the body is sent compressed with gzip.
  public var isCompressed = false
  /// Whether the body is sent with chunked transfer encoding, so that its length isn't known in
  /// advance.
  public var isChunked = false
  /// The only user who gets this response with `password`. Requests with other credentials get
  /// status 401, or `bodyForOthers`. If it is `nil`, every request gets this response.
  public var user: String?
  /// The password that a request must contain to get this response. It is checked only if `user` is
  /// set.
  public var password = ""
  /// Whether the response with status 401 names an authentication scheme in the header
  /// `WWW-Authenticate`.
  public var isChallenging = true
  /// The body that requests with other credentials than `user` and `password` get; `nil` if they
  /// get status 401 instead.
  public var bodyForOthers: [UInt8]?
  /// Whether a request without session cookies starts a session on the server, for which the
  /// response sets cookies.
  public var hasSession = false
  /// The position at which the server stops sending the response until `TestServer.release` is
  /// called; `nil` to send it without a stop.
  public var hold: Position?
  /// The position at which the server closes the connection, so that the response is incomplete;
  /// `nil` to send the whole response.
  public var cut: Position?
  /// The time that the server waits before it sends the status line and the headers.
  public var delay = Duration.zero
  /// The time that the server waits before each byte of the body; `nil` to send the body at once.
  public var drip: Duration?
  /// The size of the trailers, the headers after a chunked body, in KiB; `nil` for none.
  public var trailers: Int?

  /// Creates a response.
  /// ```swift
  /// try await server.serve("/systems", TestResponse(status: 503, reason: "Service Unavailable"))
  /// ```
  public init(status: Int = 200, reason: String = "OK") {
    self.status = status
    self.reason = reason
  }

  /// Returns a response with a JSON body.
  public static func json(_ text: String) -> TestResponse {
    typed("application/json", text)
  }

  /// Returns a response with an HTML body.
  public static func html(_ text: String, status: Int = 200) -> TestResponse {
    typed("text/html; charset=utf-8", text, status: status)
  }

  /// Returns a response that redirects to another URL.
  public static func redirect(to location: String, status: Int = 302) -> TestResponse {
    var response = TestResponse(status: status, reason: "Found")
    response.headers["Location"] = location
    return response
  }

  private static func typed(_ type: String, _ text: String, status: Int = 200) -> TestResponse {
    var response = TestResponse(status: status, reason: status == 200 ? "OK" : "")
    response.headers["Content-Type"] = type
    response.body = Array(text.utf8)
    return response
  }

  /// Returns a copy of this response that `change` has modified.
  public func with(_ change: (inout TestResponse) -> Void) -> TestResponse {
    var response = self
    change(&response)
    return response
  }

  var command: [String: any Sendable] {
    var command: [String: any Sendable] = [
      "status": status, "reason": reason, "body": Data(body).base64EncodedString(),
      "headers": headers.sorted { $0.key < $1.key }.map { [$0.key, $0.value] },
      "gzip": isCompressed || zeros != nil, "chunked": isChunked, "session": hasSession,
      "delay": delay / .seconds(1),
    ]
    command["zeros"] = zeros
    command["drip"] = drip.map { $0 / .seconds(1) }
    command["trailers"] = trailers
    command["hold"] = hold?.number
    command["cut"] = cut?.number
    if let user {
      command["user"] = user
      command["password"] = password
      command["challenge"] = isChallenging
      command["others"] = bodyForOthers.map { Data($0).base64EncodedString() }
    }
    return command
  }
}
