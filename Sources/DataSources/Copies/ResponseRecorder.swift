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
  /// The file text to which responses are written as they arrive.
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
  public var answers: [String: StoredResponse] { state.withLock { $0 } }

  /// Records a response; a page of a list is appended to the pages before it. An empty response
  /// (204) isn't an empty list. Throws `VaultError`.
  public func note(_ question: DataRequest, _ answer: ServerResponse) throws {
    try state.withLock { answers in
      let before = text.count
      var count = 1
      if let page = question.page, answer.json != .null {
        let entries = adapter.entries(of: answer.json)
        var body = StoredBody(listIn: text, adapter.list(of: [], total: nil))
        var timestamp = answer.timestamp
        if page.start > 0, case .answered(let list, let earlier) = answers[question.text],
          list.entryCount != nil
        {
          body = list
          timestamp = min(timestamp, earlier)
        }
        // A second reference would copy the whole list for every page.
        answers[question.text] = nil
        try body.add(entries, at: page.start)
        answers[question.text] = .answered(body, timestamp: timestamp)
        count += entries.count
      } else {
        answers[question.text] = .answered(
          try StoredBody(answer.json, to: text), timestamp: answer.timestamp)
      }
      // The requests and the offsets stay in memory.
      budget.take(text.count - before + question.text.utf8.count + count * Self.placeSize)
    }
  }

  /// What an entry uses of the budget beside its bytes. The memory of its offset is only a fraction
  /// of this, so many small entries stay within the budget.
  private static let placeSize = 1024

  /// The limit for a list that is requested page by page, in bytes.
  static let listSize = 12 << 20

  /// The number of bytes recorded for a request.
  func size(of question: DataRequest) -> Int {
    state.withLock { $0[question.text]?.body?.byteCount ?? 0 }
  }

  /// Records that something is unavailable that was never requested: "encounter?beyond".
  public func note(lackOf question: String, _ lack: UnavailableReason) {
    state.withLock { $0[question] = .lacking(lack) }
  }

  /// Removes the recorded failures of requests that were sent in another form.
  public func forgetLacks(_ isAskedOtherwise: (_ question: String, UnavailableReason) -> Bool) {
    state.withLock { answers in
      answers = answers.filter { question, answer in
        guard case .lacking(let lack) = answer else { return true }
        return !isAskedOtherwise(question, lack)
      }
    }
  }

  /// Records a failure if the error means that the server has no response. The caller records
  /// responses.
  public nonisolated(nonsending) func notingFailure<Value>(
    of question: DataRequest, _ ask: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await ask()
    } catch {
      if let lack = adapter.lack(error) { state.withLock { $0[question.text] = .lacking(lack) } }
      throw error
    }
  }
}

/// Sends every request to the server, and records the responses.
struct RecordingSource: DataSource {
  let server: any DataSource
  let notes: ResponseRecorder

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    try await notes.notingFailure(of: question) {
      if notes.budget.isFull { throw MemoryBudgetExceeded(memory: notes.budget.memory) }
      let answer = try await server.answer(to: question)
      // Other responses may have arrived meanwhile.
      if notes.budget.isFull { throw MemoryBudgetExceeded(memory: notes.budget.memory) }
      try notes.note(question, answer)
      // A caller that requests page by page retains all pages in memory.
      if notes.size(of: question) > ResponseRecorder.listSize {
        throw MemoryBudgetExceeded(memory: ResponseRecorder.listSize)
      }
      return answer
    }
  }
}
