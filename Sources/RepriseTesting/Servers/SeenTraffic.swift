/// What a test server has seen so far, in the order in which it came.
public struct SeenTraffic: Decodable, Hashable, Sendable {
  public let requests: [SeenRequest]
  public let connections: [SeenConnection]
  /// How many requests were under way at the same time, at most.
  public let mostAtOnce: Int
}

/// A request that has come. A proxy sees those that ask it to connect.
public struct SeenRequest: Decodable, Hashable, Sendable {
  public let method: String
  /// With its query.
  public let path: String
  /// The number of its connection, from 1.
  public let connection: Int
  /// Names and values, in their order.
  public let headers: [[String]]

  /// A header's value; nil if it wasn't sent.
  public func header(_ name: String) -> String? {
    headers.first { $0.first?.lowercased() == name.lowercased() }?.last
  }
}

public struct SeenConnection: Decodable, Hashable, Sendable {
  public let number: Int
  public let isEncrypted: Bool
  /// Whether the handshake came to its end: then the client was content with what it saw, or didn't look.
  public let isReady: Bool
  /// Whether it went on with the keys of an earlier one.
  public let isResumed: Bool
}
