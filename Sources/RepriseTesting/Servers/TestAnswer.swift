import Foundation

/// What a test server answers: 200 with nothing in it, if not said otherwise.
public struct TestAnswer: Sendable {
  /// Where the server stops.
  public enum Place: Sendable {
    case beforeHead
    case beforeByte(Int)

    fileprivate var number: Int {
      switch self {
      case .beforeHead: -1
      case .beforeByte(let byte): byte
      }
    }
  }

  public var status = 200
  public var reason = "OK"
  public var headers: [String: String] = [:]
  public var body: [UInt8] = []
  /// A body of so many MiB of zeros, compressed.
  public var zeros: Int?
  public var isCompressed = false
  /// Whether it doesn't say how long it is.
  public var isChunked = false
  /// It is for this user alone: everybody else gets a 401.
  public var user: String?
  public var password = ""
  /// Whether the 401 says what to do.
  public var isChallenging = true
  /// What everybody else gets instead of a 401.
  public var bodyForOthers: [UInt8]?
  /// Whether a request without the cookies of a session begins one, as on an appliance.
  public var hasSession = false
  /// Waits there until it is released.
  public var hold: Place?
  /// Closes the connection there.
  public var cut: Place?
  /// Before the head.
  public var delay = Duration.zero

  public init(status: Int = 200, reason: String = "OK") {
    self.status = status
    self.reason = reason
  }

  public static func json(_ text: String) -> TestAnswer {
    typed("application/json", text)
  }

  public static func html(_ text: String, status: Int = 200) -> TestAnswer {
    typed("text/html; charset=utf-8", text, status: status)
  }

  public static func redirect(to place: String, status: Int = 302) -> TestAnswer {
    var answer = TestAnswer(status: status, reason: "Found")
    answer.headers["Location"] = place
    return answer
  }

  private static func typed(_ type: String, _ text: String, status: Int = 200) -> TestAnswer {
    var answer = TestAnswer(status: status, reason: status == 200 ? "OK" : "")
    answer.headers["Content-Type"] = type
    answer.body = Array(text.utf8)
    return answer
  }

  /// The same with something changed.
  public func with(_ change: (inout TestAnswer) -> Void) -> TestAnswer {
    var answer = self
    change(&answer)
    return answer
  }

  /// As the server takes it.
  var command: [String: any Sendable] {
    var command: [String: any Sendable] = [
      "status": status, "reason": reason, "body": Data(body).base64EncodedString(),
      "headers": headers.sorted { $0.key < $1.key }.map { [$0.key, $0.value] },
      "gzip": isCompressed || zeros != nil, "chunked": isChunked, "session": hasSession,
      "delay": delay / .seconds(1),
    ]
    command["zeros"] = zeros
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
