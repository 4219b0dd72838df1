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

  package var notKept: any Error { Lack.notKept }

  package func lack(_ error: any Error) -> UnavailableReason? {
    switch error {
    case HTTPError.notFound(let place, _): .notFound(place)
    case HTTPError.status(_, let status, let reason, _): .refused(status, reason)
    case is MemoryBudgetExceeded: .refused(0, "too many")
    default: nil
    }
  }

  package func problem(_ lack: UnavailableReason) -> any Error { Lack.noted(lack) }

  package enum Lack: FetchError, Hashable {
    case notKept
    case noted(UnavailableReason)

    package var absence: FetchFailure { self == .notKept ? .notKept : .missing }
    package var inCopy: (any Error)? { self == .notKept ? nil : self }
  }
}

/// The complete copies of one thing.
package struct OneCopy: OfflineStore {
  package let answers: [String: StoredResponse]
  package var timestamp = 100

  package init(answers: [String: StoredResponse]) { self.answers = answers }

  package func copy(
    about subject: ResourceID
  ) async -> (answers: [String: StoredResponse], timestamp: Int)? { (answers, timestamp) }
}

extension CachedResponses {
  package static let anyone = ResourceID("7")

  /// The answers of one copy, without a cache.
  package init(_ answers: [String: StoredResponse], now: Int = 1_000) {
    self.init(
      OneCopy(answers: answers), cacheOf: .unasked, adapter: PlainAdapter(), now: { now })
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
    self.init(.string(text), timestamp: timestamp, place: "")
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
