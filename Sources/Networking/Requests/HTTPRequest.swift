public import Core
public import Foundation

/// A request to a server.
public struct HTTPRequest: Sendable {
  /// The HTTP method. Applications only read: a POST has a query in its body, and a DELETE ends the
  /// user's session. Nothing else is changed.
  public enum Method: String, Sendable {
    /// Requests a resource.
    case get = "GET"
    /// Sends a query in the body.
    case post = "POST"
    /// Ends the session at the server.
    case delete = "DELETE"
  }

  /// The request's method.
  public var method: Method
  /// The request's URL.
  public var url: URL
  /// The body of a POST; `nil` for none.
  public var body: HTTPBody?
  /// The headers, without those that the transport sends itself: Accept-Encoding, Accept-Language,
  /// Authorization, Content-Type, Cookie, Host.
  public var headers: [HTTPHeader]
  /// The credentials. They are sent with the first request, and only to this URL's origin: no
  /// redirect takes credentials, headers or cookies elsewhere.
  public var credentials: Credentials?
  /// Called now and then with the progress, on an arbitrary thread.
  public var progress: (@Sendable (HTTPProgress) -> Void)?

  /// Creates a request.
  ///
  ///     HTTPRequest(url, headers: [HTTPHeader("Accept", "application/json")])
  public init(
    _ url: URL, method: Method = .get, body: HTTPBody? = nil, headers: [HTTPHeader] = [],
    credentials: Credentials? = nil, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) {
    self.method = method
    self.body = body
    self.url = url
    self.headers = headers
    self.credentials = credentials
    self.progress = progress
  }
}

/// The body of a request. It may contain a password or a token, so its bytes are wiped when it is
/// released.
public struct HTTPBody: Sendable {
  /// The bytes.
  public let content: Secret
  /// The media type: "application/json".
  public let type: String

  /// Creates a body with a copy of bytes.
  ///
  ///     HTTPBody(Array(#"{"method":"listAggregationServices"}"#.utf8), type: "application/json")
  public init(_ bytes: some Collection<UInt8>, type: String) {
    content = Secret(bytes: bytes)
    self.type = type
  }
}

/// A user name and a password, for HTTP Basic authentication.
public struct Credentials: Sendable {
  /// The user's name.
  public let user: String
  /// The password.
  public let password: Secret

  /// Creates credentials.
  ///
  ///     Credentials(user: "luca", password: password)
  public init(user: String, password: Secret) {
    self.user = user
    self.password = password
  }
}

/// How much of a response's body was received.
public struct HTTPProgress: Hashable, Sendable {
  /// The number of bytes received, after decompression.
  public let received: Int
  /// The total number of bytes; `nil` if the server doesn't say, or compresses the body.
  public let expected: Int?

  /// Creates a progress.
  ///
  ///     HTTPProgress(received: 3 << 20, expected: 12 << 20)
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

extension HTTPProgress {
  /// The progress as text: "3.2 of 12.0 MiB", or "640 KiB" if the total isn't known.
  public var text: String {
    let isSmall = max(received, expected ?? 0) < 1 << 20
    let unit = isSmall ? (size: 1 << 10, name: "KiB") : (size: 1 << 20, name: "MiB")
    func amount(_ bytes: Int) -> String {
      // Not multiplied first, which could overflow: a server may announce any number.
      let tenths = bytes % unit.size * 10 / unit.size
      let whole = bytes / unit.size
      return unit.size == 1 << 10 ? "\(whole)" : "\(whole).\(tenths)"
    }
    guard let expected, expected >= received else { return "\(amount(received)) \(unit.name)" }
    return "\(amount(received)) of \(amount(expected)) \(unit.name)"
  }
}

/// How requests authenticate the user.
public enum Authentication: Hashable, Sendable {
  /// HTTP Basic authentication: every request carries the user name and password.
  case basic
  /// The application's own login: requests have no `Authorization` header, and a ``TokenSession``
  /// holds the token that the login returned.
  case login
}
