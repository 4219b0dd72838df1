import Core
public import Encryption
public import Networking
import Synchronization

/// Records the responses for an offline copy: complete lists, and for each failed request the
/// reason.
public final class ResponseRecorder: Sendable {
  private let adapter: any ServerAdapter
  /// The memory budget. Once it is used up, remaining requests are recorded as failed.
  public let budget: MemoryBudget
  private let text: SealedText
  private let state = Mutex<[String: StoredResponse]>([:])

  /// Creates a recorder without responses.
  ///
  ///     ResponseRecorder(NorthAdapter(), in: try records.saved.begin(id))
  public init(
    _ adapter: any ServerAdapter, in text: SealedText = SealedText(),
    budget: MemoryBudget = MemoryBudget(memory: MemoryBudget.recordSize)
  ) {
    self.adapter = adapter
    self.text = text
    self.budget = budget
  }

  /// The recorded responses, by their requests.
  public var responses: [String: StoredResponse] { state.withLock { $0 } }

  /// Records a response; a page of a list is appended to the pages before it. An empty response
  /// (204) isn't an empty list. Throws `VaultError`.
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

  /// Records that something is unavailable that was never requested: "encounter?beyond".
  public func note(unavailable request: String, _ reason: UnavailableReason) {
    state.withLock { $0[request] = .unavailable(reason) }
  }

  /// Removes the recorded failures of requests that were sent in another form.
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

  /// Records a failure if the error means that the server has no response. The caller records
  /// responses.
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
