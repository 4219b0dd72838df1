import Foundation

/// An answer of a test server: 200 without a body, unless said otherwise.
public struct TestResponse: Sendable {
  /// A place in the answer where the server stops.
  public enum Place: Sendable {
    /// Before the head: nothing of the answer is sent.
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
  /// The reason phrase behind the status code.
  public var reason = "OK"
  /// The headers.
  public var headers: [String: String] = [:]
  /// The body.
  public var body: [UInt8] = []
  /// The number of MiB of zeros that are the body, compressed; nil for `body`.
  public var zeros: Int?
  /// True if the body is sent compressed.
  public var isCompressed = false
  /// True if the answer doesn't give its length.
  public var isChunked = false
  /// The only user who gets this answer; everybody else gets a 401. Nil for everybody.
  public var user: String?
  /// The password of that user.
  public var password = ""
  /// True if the 401 names a way to authenticate.
  public var isChallenging = true
  /// The body for everybody else, instead of a 401.
  public var bodyForOthers: [UInt8]?
  /// True if a request without the cookies of a session begins one, as on an appliance.
  public var hasSession = false
  /// The place where the answer waits until it is released.
  public var hold: Place?
  /// The place where the connection is closed.
  public var cut: Place?
  /// The delay before the head.
  public var delay = Duration.zero
  /// Before each byte of the body.
  public var drip: Duration?
  /// So many KiB of headers behind a chunked body.
  public var trailers: Int?

  /// Creates an answer.
  /// ```swift
  /// try await server.answer("/systems", TestResponse(status: 503, reason: "Service Unavailable"))
  /// ```
  public init(status: Int = 200, reason: String = "OK") {
    self.status = status
    self.reason = reason
  }

  /// Returns an answer with a JSON body.
  public static func json(_ text: String) -> TestResponse {
    typed("application/json", text)
  }

  /// Returns an answer with an HTML body.
  public static func html(_ text: String, status: Int = 200) -> TestResponse {
    typed("text/html; charset=utf-8", text, status: status)
  }

  /// Returns an answer that leads to another place.
  public static func redirect(to place: String, status: Int = 302) -> TestResponse {
    var answer = TestResponse(status: status, reason: "Found")
    answer.headers["Location"] = place
    return answer
  }

  private static func typed(_ type: String, _ text: String, status: Int = 200) -> TestResponse {
    var answer = TestResponse(status: status, reason: status == 200 ? "OK" : "")
    answer.headers["Content-Type"] = type
    answer.body = Array(text.utf8)
    return answer
  }

  /// Returns this answer with something changed.
  public func with(_ change: (inout TestResponse) -> Void) -> TestResponse {
    var answer = self
    change(&answer)
    return answer
  }

  /// The answer in the form that the server's script takes.
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
