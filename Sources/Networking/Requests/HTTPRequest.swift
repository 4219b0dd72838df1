public import Foundation
public import Values

/// What is asked of a server.
public struct HTTPRequest: Sendable {
  /// Viewers read. What isn't GET ends the server's session, and changes nothing else.
  public enum Method: String, Sendable {
    case get = "GET"
    case delete = "DELETE"
  }

  public var method: Method
  public var url: URL
  /// Beside those that the transport sends itself: Accept-Encoding, Accept-Language, Authorization, Cookie, Host.
  public var headers: [HTTPHeader]
  /// Sent at once, to this URL's origin alone: no redirect takes them, the headers above or cookies elsewhere.
  public var credentials: Credentials?
  /// Told now and then how much has come, on no particular thread.
  public var progress: (@Sendable (HTTPProgress) -> Void)?

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
  public let user: String
  public let password: Secret

  public init(user: String, password: Secret) {
    self.user = user
    self.password = password
  }
}

/// How much of an answer's body has come.
public struct HTTPProgress: Hashable, Sendable {
  /// In bytes, decompressed.
  public let received: Int
  /// In bytes; nil where the server doesn't say, or compresses.
  public let expected: Int?

  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}
