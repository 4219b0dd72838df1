import DataSources
import Networking
import Values

/// A server whose lists are `{"entries": […]}`.
struct PlainAdapter: ServerAdapter {
  func addresses(of question: DataRequest) -> [ResourceURI] {
    [ResourceURI("/" + question.text)].compactMap(\.self)
  }

  func entries(of list: JSON) -> [JSON] { list["entries"]?.array ?? [] }

  func list(of entries: [JSON], total: Int?) -> JSON {
    var list = JSON.object([JSON.Member("entries", .array(entries))])
    if let total { list["total"] = .number(String(total)) }
    return list
  }

  func check(_ answer: ServerResponse, to question: DataRequest) throws {
    if let about = answer.json["about"]?.string, about != question.subject?.text {
      throw HTTPError.unexpected("", kind: about, expected: "", message: nil)
    }
  }

  var notKept: any Error { Lack.notKept }

  func lack(_ error: any Error) -> UnavailableReason? {
    switch error {
    case HTTPError.notFound(let place, _): .notFound(place)
    case HTTPError.status(_, let status, let reason, _): .refused(status, reason)
    case is MemoryBudgetExceeded: .refused(0, "too many")
    default: nil
    }
  }

  func problem(_ lack: UnavailableReason) -> any Error { Lack.noted(lack) }

  enum Lack: FetchError, Hashable {
    case notKept
    case noted(UnavailableReason)

    var absence: FetchFailure { self == .notKept ? .notKept : .missing }
    var inCopy: (any Error)? { self == .notKept ? nil : self }
  }
}

/// The complete copies of one thing.
struct OneCopy: OfflineStore {
  let answers: [String: StoredResponse]
  var timestamp = 100

  func copy(
    about subject: ResourceID
  ) async -> (answers: [String: StoredResponse], timestamp: Int)? { (answers, timestamp) }
}

extension CachedResponses {
  static let anyone = ResourceID("7")

  /// The answers of one copy, without a cache.
  init(_ answers: [String: StoredResponse], now: Int = 1_000) {
    self.init(
      OneCopy(answers: answers), cacheOf: .unasked, adapter: PlainAdapter(), now: { now })
    subject = CachedResponses.anyone
  }
}

extension Connection {
  /// A connection that nobody may ask.
  static var unasked: Connection {
    Connection(
      to: .recorded,
      over: ReplayTransport(.builtIn { throw ReplayError.noSuchFile("nothing") }), now: { 0 })
  }
}

extension ServerResponse {
  init(_ text: String, at timestamp: Int) {
    self.init(.string(text), timestamp: timestamp, place: "")
  }
}
