import Core
public import Encryption
public import Networking
import Synchronization

/// A recorder of the responses for an offline copy. It combines the pages of a list, and stores the
/// reason if the server supplies no response.
public final class ResponseRecorder: Sendable {
  private let adapter: any ServerAdapter
  /// The memory budget of the copy. When it is used up, further requests aren't sent and fail.
  public let budget: MemoryBudget
  private let text: SealedText
  private let state = Mutex<[String: StoredResponse]>([:])

  /// Creates a recorder that contains no responses yet.
  ///
  ///     ResponseRecorder(NorthAdapter(), in: try records.saved.begin(id))
  ///
  /// - Parameters:
  ///   - adapter: The rules of the server, for example how its lists are formatted.
  ///   - text: The encrypted file to which the responses' bodies are written; by default a text in
  ///     memory.
  ///   - budget: The memory budget for all responses.
  public init(
    _ adapter: any ServerAdapter, in text: SealedText = SealedText(),
    budget: MemoryBudget = MemoryBudget(memory: MemoryBudget.recordSize)
  ) {
    self.adapter = adapter
    self.text = text
    self.budget = budget
  }

  /// The responses recorded so far, by the texts of their requests.
  public var responses: [String: StoredResponse] { state.withLock { $0 } }

  /// Records the response to a request. The first page of a list replaces what was recorded of the
  /// list; a later page is added to it. Throws `VaultError` or `SealingError` if the response can't
  /// be written.
  public func note(_ request: DataRequest, _ response: ServerResponse) throws {
    try state.withLock { responses in
      let before = text.count
      var count = 1
      if let page = request.page, response.json != .null {
        let entries = adapter.entries(of: response.json)
        var body = StoredBody(listIn: text, adapter.list(of: [], total: nil))
        var timestamp = response.timestamp
        if page.start > 0, case .received(let list, let earlier) = responses[request.text],
          list.entryCount != nil
        {
          body = list
          timestamp = min(timestamp, earlier)
        }
        // A second reference would copy the whole list for every page.
        responses[request.text] = nil
        try body.add(entries, at: page.start)
        responses[request.text] = .received(body, timestamp: timestamp)
        count += entries.count
      } else {
        responses[request.text] = .received(
          try StoredBody(response.json, to: text), timestamp: response.timestamp)
      }
      // The requests and the offsets stay in memory.
      budget.take(text.count - before + request.text.utf8.count + count * Self.entryOverhead)
    }
  }

  /// Its offset needs only a fraction of this, so many small entries stay within the budget.
  private static let entryOverhead = 1024

  /// The limit for a list that is requested page by page, in bytes.
  static let listSize = 12 << 20

  func size(of request: DataRequest) -> Int {
    state.withLock { $0[request.text]?.body?.byteCount ?? 0 }
  }

  /// Records the reason why the copy lacks something, for which no request was sent. The
  /// application chooses a text that identifies it, such as "encounter?beyond".
  public func note(unavailable request: String, _ reason: UnavailableReason) {
    state.withLock { $0[request] = .unavailable(reason) }
  }

  /// Removes recorded failures, for requests that were repeated in another form. The closure
  /// returns whether to remove the failure of a request.
  public func forgetUnavailable(
    _ isRequestedOtherwise: (_ request: String, UnavailableReason) -> Bool
  ) {
    state.withLock { responses in
      responses = responses.filter { request, response in
        guard case .unavailable(let reason) = response else { return true }
        return !isRequestedOtherwise(request, reason)
      }
    }
  }

  /// Sends a request with the given closure and returns its result. If the closure throws, records
  /// the reason that the adapter returns for the error, if any, and throws the error. A successful
  /// response isn't recorded.
  public nonisolated(nonsending) func notingFailure<Value>(
    of request: DataRequest, _ send: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await send()
    } catch {
      if let reason = adapter.unavailableReason(for: error) {
        state.withLock { $0[request.text] = .unavailable(reason) }
      }
      throw error
    }
  }
}

/// Sends every request to the server, and records the responses.
struct RecordingSource: DataSource {
  let server: any DataSource
  let recorder: ResponseRecorder

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    try await recorder.notingFailure(of: request) {
      if recorder.budget.isFull { throw MemoryBudgetExceeded(memory: recorder.budget.memory) }
      let response = try await server.response(to: request)
      // Other responses may have arrived meanwhile.
      if recorder.budget.isFull { throw MemoryBudgetExceeded(memory: recorder.budget.memory) }
      try recorder.note(request, response)
      // A caller that requests page by page retains all pages in memory.
      if recorder.size(of: request) > ResponseRecorder.listSize {
        throw MemoryBudgetExceeded(memory: ResponseRecorder.listSize)
      }
      return response
    }
  }
}
