/// The requests and connections that a test server has had so far, in the order in which they came.
public struct SeenTraffic: Decodable, Hashable, Sendable {
  /// The requests.
  public let requests: [SeenRequest]
  /// The connections.
  public let connections: [SeenConnection]
  /// The greatest number of requests under way at the same time.
  public let mostAtOnce: Int
}

/// A request that has come. A proxy sees only the requests to connect.
public struct SeenRequest: Decodable, Hashable, Sendable {
  /// The method: "GET".
  public let method: String
  /// The path with its query.
  public let path: String
  /// The number of its connection, from 1.
  public let connection: Int
  /// The names and values of the headers, in their order.
  public let headers: [[String]]
  /// The body of a POST, as a text; nil for any other method.
  public let body: String?

  /// Returns a header's value; nil if it wasn't sent.
  public func header(_ name: String) -> String? {
    headers.first { $0.first?.lowercased() == name.lowercased() }?.last
  }
}

/// A connection that has come.
public struct SeenConnection: Decodable, Hashable, Sendable {
  /// Its number, from 1.
  public let number: Int
  /// True if it came with TLS.
  public let isEncrypted: Bool
  /// True if the handshake came to its end: the client accepted the certificate, or didn't look at it.
  public let isReady: Bool
  /// True if it went on with the keys of an earlier connection.
  public let isResumed: Bool
}
