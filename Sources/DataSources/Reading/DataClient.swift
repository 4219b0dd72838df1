public import Networking
public import Screens

/// A client of one kind of server: it words the questions, and asks a chain of sources.
public protocol DataClient: Sendable {
  /// The connection to the server.
  var connection: Connection { get }
  /// The sources that are asked.
  var sources: SourceChain { get set }
  /// Returns this client without asking the server; nil if nothing is kept.
  func askingNobody() -> Self?
}

extension DataClient {
  /// The ages of the answers so far.
  public var ages: AnswerAges { sources.ages }

  /// True if only what is kept answers, and the server isn't asked.
  public var asksNobody: Bool { sources.asksNobody }

  /// Returns this client for one load, which notes the ages of the load's answers. A password command is run again if a person asked for a
  /// refresh, and only then.
  public func forOneLoad(_ freshness: Freshness = .cached) -> Self {
    if freshness == .fresh { connection.askSourcesAgain() }
    var client = self
    client.sources = sources.forOneLoad
    return client
  }
}
