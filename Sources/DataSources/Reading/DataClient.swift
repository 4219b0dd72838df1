public import Networking
public import Screens

/// A client that requests an application's data and records the ages of the responses. A
/// ``DataReader`` loads data through it.
///
/// Implement this protocol if the application stores its data in its own format. If it caches
/// single responses, implement ``DataClient`` instead.
public protocol DatedClient: Sendable {
  /// The ages of the responses received so far, and the failures that occurred.
  var ages: ResponseAges { get }
  /// Returns a copy of this client for one load of data, with its own ages.
  ///
  /// - Parameter loadReason: The reason for the load. Only `.userRefresh` allows a password command
  ///   to be run again.
  func forOneLoad(_ loadReason: LoadReason) -> Self
  /// Returns a copy of this client that reads only the cache and never asks the server; `nil` if
  /// there is no cache.
  func cacheOnly() -> Self?
}

/// A client for one kind of server that sends its requests through a ``SourceChain``, which caches
/// single responses.
public protocol DataClient: DatedClient {
  /// The connection to the server, with the user's password and the cache.
  var connection: Connection { get }
  /// The chain of data sources through which the client sends its requests.
  var sources: SourceChain { get set }
}

extension DataClient {
  /// The ages of the responses that the chain of sources has received so far.
  public var ages: ResponseAges { sources.ages }

  /// Whether this client reads only the cache and never asks the server.
  public var isCacheOnly: Bool { sources.isCacheOnly }

  /// Returns a copy of this client for one load of data, with its own ages.
  ///
  /// - Parameter loadReason: The reason for the load. Only `.userRefresh` allows a password command
  ///   to be run again.
  public func forOneLoad(_ loadReason: LoadReason = .appear) -> Self {
    if loadReason == .userRefresh { connection.querySourcesAgain() }
    var client = self
    client.sources = sources.forOneLoad
    return client
  }
}
