/// The requests and connections that a test server has received so far, in order.
public struct SeenTraffic: Decodable, Hashable, Sendable {
  /// The requests.
  public let requests: [SeenRequest]
  /// The connections.
  public let connections: [SeenConnection]
  /// The maximum number of concurrent requests.
  public let mostAtOnce: Int
}

/// A received request. A proxy receives only CONNECT requests.
public struct SeenRequest: Decodable, Hashable, Sendable {
  /// The method: "GET".
  public let method: String
  /// The path with its query.
  public let path: String
  /// The number of its connection, counted from 1.
  public let connection: Int
  /// The names and values of the headers in order.
  public let headers: [[String]]
  /// The body of a POST as text, or `nil` for other methods.
  public let body: String?

  /// Returns a header's value, or `nil` if the header wasn't sent.
  public func header(_ name: String) -> String? {
    headers.first { $0.first?.lowercased() == name.lowercased() }?.last
  }
}

/// A received connection.
public struct SeenConnection: Decodable, Hashable, Sendable {
  /// The number of the connection, counted from 1.
  public let number: Int
  /// Whether the connection uses TLS.
  public let isEncrypted: Bool
  /// Whether the handshake was completed: the client accepted the certificate or didn't verify it.
  public let isReady: Bool
  /// Whether the connection resumed an earlier TLS session.
  public let isResumed: Bool
}
