public import Foundation
public import Values

/// A request to a server.
public struct HTTPRequest: Sendable {
  /// The method. Viewers read: a POST has a question in its body, and a DELETE ends the server's session. Nothing else is changed.
  public enum Method: String, Sendable {
    /// Asks for a resource.
    case get = "GET"
    /// Asks a question that is in the body.
    case post = "POST"
    /// Ends the server's session.
    case delete = "DELETE"
  }

  /// The method of the request.
  public var method: Method
  /// The URL that is asked for.
  public var url: URL
  /// The body of a POST; nil for none.
  public var body: HTTPBody?
  /// The headers beside those that the transport sends itself: Accept-Encoding, Accept-Language, Authorization, Content-Type, Cookie, Host.
  public var headers: [HTTPHeader]
  /// The credentials, sent at once, to this URL's origin alone: no redirect takes them, the headers above or cookies elsewhere.
  public var credentials: Credentials?
  /// Called now and then with the progress, on no particular thread.
  public var progress: (@Sendable (HTTPProgress) -> Void)?

  /// A request.
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

/// The body of a request. It may hold a password or a token, so its bytes are overwritten when nobody holds it any more.
public struct HTTPBody: Sendable {
  /// The bytes.
  public let content: Secret
  /// The media type: "application/json".
  public let type: String

  /// Creates a body from a copy of bytes.
  ///
  ///     HTTPBody(Array(#"{"method":"listAggregationServices"}"#.utf8), type: "application/json")
  public init(_ bytes: some Collection<UInt8>, type: String) {
    content = Secret(bytes: bytes)
    self.type = type
  }
}

/// A user and a password, for HTTP's Basic scheme.
public struct Credentials: Sendable {
  /// The user's name.
  public let user: String
  /// The password.
  public let password: Secret

  /// A user and a password.
  ///
  ///     Credentials(user: "luca", password: password)
  public init(user: String, password: Secret) {
    self.user = user
    self.password = password
  }
}

/// The part of an answer's body that has come.
public struct HTTPProgress: Hashable, Sendable {
  /// The bytes that have come, decompressed.
  public let received: Int
  /// The bytes of the whole; nil where the server doesn't say, or compresses.
  public let expected: Int?

  /// A progress.
  ///
  ///     HTTPProgress(received: 3 << 20, expected: 12 << 20)
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
