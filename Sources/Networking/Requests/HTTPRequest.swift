public import Core
public import FoundationEssentials

/// An HTTP request, which a transport sends to a server.
public struct HTTPRequest: Sendable {
  /// The HTTP methods that requests can have. Applications only read data: a POST contains a query,
  /// and a DELETE ends the user's session.
  public enum Method: String, Sendable {
    /// GET, which requests a resource.
    case get = "GET"
    /// POST, which sends a query in the request's body.
    case post = "POST"
    /// DELETE, which ends the user's session on the server.
    case delete = "DELETE"
  }

  /// The HTTP method of the request.
  public var method: Method
  /// The URL to which the request is sent.
  public var url: URL
  /// The body to send with a POST; `nil` if the request has none. Other methods have no body.
  public var body: HTTPBody?
  /// The headers to send. The transport adds Accept-Encoding, Accept-Language, Authorization,
  /// Content-Type, Cookie and Host itself.
  public var headers: [HTTPHeader]
  /// The user name and password to send; `nil` to send none. They are sent with the first request,
  /// and only to this URL's origin, even if the server redirects.
  public var credentials: Credentials?
  /// Called on an arbitrary thread, repeatedly, while the response is received; `nil` if the
  /// progress isn't needed.
  public var progress: (@Sendable (HTTPProgress) -> Void)?

  /// Creates a request; by default a GET without a body.
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

/// The body of a request. Its bytes are wiped from memory when it is released, because they may
/// contain a password or a token.
public struct HTTPBody: Sendable {
  /// The bytes of the body.
  public let content: Secret
  /// The media type of the body, sent as Content-Type: "application/json".
  public let type: String

  /// Creates a body with a copy of the bytes and their media type.
  ///
  ///     HTTPBody(Array(#"{"method":"listAggregationServices"}"#.utf8), type: "application/json")
  public init(_ bytes: some Collection<UInt8>, type: String) {
    content = Secret(bytes: bytes)
    self.type = type
  }
}

/// The user name and password that a request sends for HTTP Basic authentication.
public struct Credentials: Sendable {
  /// The user's name at the server.
  public let user: String
  /// The user's password at the server.
  public let password: Secret

  /// Creates credentials from a user name and a password.
  ///
  ///     Credentials(user: "luca", password: password)
  public init(user: String, password: Secret) {
    self.user = user
    self.password = password
  }
}

/// The progress of receiving a response: how many bytes of its body have arrived.
public struct HTTPProgress: Hashable, Sendable {
  /// The number of bytes received so far, after decompression.
  public let received: Int
  /// The total size of the body, in bytes. `nil` if the server doesn't report it, or compresses the
  /// body.
  public let expected: Int?

  /// Creates a progress from the number of bytes received and expected.
  ///
  ///     HTTPProgress(received: 3 << 20, expected: 12 << 20)
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

extension HTTPProgress {
  /// The progress as text for the user: "3.2 of 12.0 MiB", or "640 KiB" if the total isn't known.
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

/// The method by which a connection's requests authenticate the user.
public enum Authentication: Hashable, Sendable {
  /// HTTP Basic authentication: every request carries the user name and password.
  case basic
  /// The application's own login, for example with a ``TokenSession``. The connection sends no
  /// `Authorization` header.
  case login
}
