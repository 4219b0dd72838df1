package import Core
package import DataSources
package import Networking
import RepriseTesting

/// A server whose lists are `{"entries": […]}`.
package struct PlainAdapter: ServerAdapter {
  package init() {}

  package func addresses(of question: DataRequest) -> [ResourceURI] {
    [ResourceURI("/" + question.text)].compactMap(\.self)
  }

  package func entries(of list: JSON) -> [JSON] { list["entries"]?.array ?? [] }

  package func list(of entries: [JSON], total: Int?) -> JSON {
    var list = JSON.object([JSON.Member("entries", .array(entries))])
    if let total { list["total"] = .number(String(total)) }
    return list
  }

  package func check(_ answer: ServerResponse, to question: DataRequest) throws {
    if let about = answer.json["about"]?.string, about != question.subject?.text {
      throw HTTPError.unexpected("", kind: about, expected: "", message: nil)
    }
  }

  package var notCached: any Error { Lack.notKept }

  package func unavailableReason(for error: any Error) -> UnavailableReason? {
    switch error {
    case HTTPError.notFound(let place, _): .notFound(place)
    case HTTPError.status(_, let status, let reason, _): .refused(status, reason)
    case is MemoryBudgetExceeded: .refused(0, "too many")
    default: nil
    }
  }

  package func error(for lack: UnavailableReason) -> any Error { Lack.noted(lack) }

  package enum Lack: FetchError, Hashable {
    case notKept
    case noted(UnavailableReason)

    package var fetchFailure: FetchFailure { self == .notKept ? .notCached : .missing }
    package var inCopy: (any Error)? { self == .notKept ? nil : self }
  }
}

/// The complete copies of one thing.
package struct OneCopy: OfflineStore {
  package let responses: [String: StoredResponse]
  package var timestamp = 100
  package let turn: Int

  package init(responses: [String: StoredResponse], turn: Int = 0) {
    self.responses = responses
    self.turn = turn
  }

  package func copy(
    about subject: ResourceID
  ) async -> (responses: [String: StoredResponse], timestamp: Int, turn: Int)? {
    (responses, timestamp, turn)
  }
}

extension CachedResponses {
  package static let anyone = ResourceID("7")

  /// The responses of one copy, without a cache.
  package init(_ responses: [String: StoredResponse], now: Int = 1_000) {
    self.init(
      OneCopy(responses: responses), cacheOf: .unasked, adapter: PlainAdapter(), now: { now })
    subject = CachedResponses.anyone
  }
}

extension Connection {
  /// A connection that nobody may ask.
  package static var unasked: Connection {
    Connection(
      to: .recorded,
      over: ReplayTransport(.builtIn { throw ReplayError.noSuchFile("nothing") }), now: { 0 })
  }
}

extension ServerResponse {
  package init(_ text: String, at timestamp: Int) {
    self.init(.string(text), timestamp: timestamp, location: "")
  }
}

/// A client that is never asked: the copies are the tests' own.
package struct NoClient: DataClient {
  package var connection: Connection
  package var sources: SourceChain

  package init(
    connection: Connection = .unasked,
    sources: SourceChain = SourceChain(ScriptedSource { _ in ServerResponse("", at: 0) })
  ) {
    self.connection = connection
    self.sources = sources
  }

  package func cacheOnly() -> NoClient? { nil }
}
