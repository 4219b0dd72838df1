import Foundation

/// A test server's response: by default status 200 without a body.
public struct TestResponse: Sendable {
  /// A position in the response at which the server stops.
  public enum Position: Sendable {
    /// Before the head: nothing of the response is sent.
    case beforeHead
    /// Before a byte of the body, counted from 0.
    case beforeByte(Int)

    fileprivate var number: Int {
      switch self {
      case .beforeHead: -1
      case .beforeByte(let byte): byte
      }
    }
  }

  /// The status code.
  public var status = 200
  /// The reason phrase after the status code.
  public var reason = "OK"
  /// The headers.
  public var headers: [String: String] = [:]
  /// The body.
  public var body: [UInt8] = []
  /// The size in MiB of a compressed body of zeros, or `nil` to send `body`.
  public var zeros: Int?
  /// Whether the body is compressed.
  public var isCompressed = false
  /// Whether the response uses chunked transfer, without a length.
  public var isChunked = false
  /// The only user who gets this response; others get status 401. `nil` allows all users.
  public var user: String?
  /// The password of that user.
  public var password = ""
  /// Whether the 401 response names an authentication scheme.
  public var isChallenging = true
  /// The body for other users, instead of a 401.
  public var bodyForOthers: [UInt8]?
  /// Whether a request without session cookies starts a session, as on an appliance.
  public var hasSession = false
  /// The position at which the response waits until it is released.
  public var hold: Position?
  /// The position at which the connection is closed.
  public var cut: Position?
  /// The delay before the head.
  public var delay = Duration.zero
  /// The delay before each byte of the body.
  public var drip: Duration?
  /// The size in KiB of the headers after a chunked body.
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

  /// Returns a modified copy of this response.
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
