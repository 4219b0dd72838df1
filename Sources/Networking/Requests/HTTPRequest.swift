public import Foundation
public import Values

/// A request to a server.
public struct HTTPRequest: Sendable {
  /// The method. Viewers read: a method other than GET ends the server's session, and changes nothing else.
  public enum Method: String, Sendable {
    case get = "GET"
    case delete = "DELETE"
  }

  /// The method of the request.
  public var method: Method
  /// The URL that is asked for.
  public var url: URL
  /// The headers beside those that the transport sends itself: Accept-Encoding, Accept-Language, Authorization, Cookie, Host.
  public var headers: [HTTPHeader]
  /// The credentials, sent at once, to this URL's origin alone: no redirect takes them, the headers above or cookies elsewhere.
  public var credentials: Credentials?
  /// Called now and then with the progress, on no particular thread.
  public var progress: (@Sendable (HTTPProgress) -> Void)?

  /// A request.
  ///
  ///     HTTPRequest(url, headers: [HTTPHeader("Accept", "application/json")])
  public init(
    _ url: URL, method: Method = .get, headers: [HTTPHeader] = [],
    credentials: Credentials? = nil, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.credentials = credentials
    self.progress = progress
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
