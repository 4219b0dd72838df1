public import Networking
public import Screens

/// A client whose answers have ages: all that a ``DataReader`` needs to show them.
///
/// An application whose data are kept in a store of its own, and not answer by answer, writes one; all others write a ``DataClient``.
public protocol DatedClient: Sendable {
  /// The ages of the answers so far.
  var ages: ResponseAges { get }
  /// Returns this client for one load, with ages of its own.
  ///
  /// With `LoadReason.userRefresh` a person has asked for a refresh: only then may a password command be run again.
  func forOneLoad(_ loadReason: LoadReason) -> Self
  /// Returns this client without asking the server; nil if nothing is kept.
  func cacheOnly() -> Self?
}

/// A client of one kind of server: it words the questions, and asks a chain of sources.
public protocol DataClient: DatedClient {
  /// The connection to the server.
  var connection: Connection { get }
  /// The sources that are asked.
  var sources: SourceChain { get set }
}

extension DataClient {
  /// The ages of the answers so far.
  public var ages: ResponseAges { sources.ages }

  /// True if only what is kept answers, and the server isn't asked.
  public var asksNobody: Bool { sources.asksNobody }

  /// Returns this client for one load, which notes the ages of the load's answers. A password command is run again if a person asked for a
  /// refresh, and only then.
  public func forOneLoad(_ loadReason: LoadReason = .appear) -> Self {
    if loadReason == .userRefresh { connection.askSourcesAgain() }
    var client = self
    client.sources = sources.forOneLoad
    return client
  }
}
