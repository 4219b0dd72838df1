public import Networking
public import Screens

/// A client that records the ages of its responses, as a ``DataReader`` requires.
///
/// Implement it for an application that stores its data in its own format. If single responses are
/// cached, implement ``DataClient`` instead.
public protocol DatedClient: Sendable {
  /// The ages of the responses so far.
  var ages: ResponseAges { get }
  /// Returns this client for one load, with its own ages.
  ///
  /// Only `LoadReason.userRefresh`, a refresh by the user, allows a password command to run again.
  func forOneLoad(_ loadReason: LoadReason) -> Self
  /// Returns this client without the server, reading only the cache; `nil` if nothing is cached.
  func cacheOnly() -> Self?
}

/// A client for one kind of server, which sends its requests through a chain of sources.
public protocol DataClient: DatedClient {
  /// The connection to the server.
  var connection: Connection { get }
  /// The chain of sources.
  var sources: SourceChain { get set }
}

extension DataClient {
  /// The ages of the responses so far.
  public var ages: ResponseAges { sources.ages }

  /// Whether only the cache is read, and the server isn't asked.
  public var isCacheOnly: Bool { sources.isCacheOnly }

  /// Returns this client for one load, with its own ages. A password command may run again only if
  /// the user requested the refresh (`.userRefresh`).
  public func forOneLoad(_ loadReason: LoadReason = .appear) -> Self {
    if loadReason == .userRefresh { connection.querySourcesAgain() }
    var client = self
    client.sources = sources.forOneLoad
    return client
  }
}
