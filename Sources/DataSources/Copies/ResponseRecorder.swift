public import Networking
import Synchronization
import Values
public import Vaults

/// The answers that make a complete copy: lists whole, and a note for each that the server lacks or the user may not see.
public final class ResponseRecorder: Sendable {
  private let adapter: any ServerAdapter
  /// The room for the answers. Once it is full, what isn't noted yet is lacking.
  public let budget: MemoryBudget
  /// The text that the answers are written to as they come.
  private let text: SealedText
  private let state = Mutex<[String: StoredResponse]>([:])

  /// Creates notes without an answer.
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

  /// The answers by their questions.
  public var answers: [String: StoredResponse] { state.withLock { $0 } }

  /// Notes an answer; a page of a list is put behind those before it. No answer at all isn't an
  /// empty list. Throws `VaultError`.
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
        // A second reference would copy the list each time that a page is added.
        answers[question.text] = nil
        try body.add(entries, at: page.start)
        answers[question.text] = .answered(body, timestamp: timestamp)
        count += entries.count
      } else {
        answers[question.text] = .answered(
          try StoredBody(answer.json, to: text), timestamp: answer.timestamp)
      }
      // The question and the places are in memory.
      budget.take(text.count - before + question.text.utf8.count + count * Self.placeSize)
    }
  }

  /// The room that an entry takes beside its own bytes: the memory of its place is a fraction of
  /// it, however many small ones there are.
  private static let placeSize = 1024

  /// The most bytes of a list that is asked for page by page.
  static let listSize = 12 << 20

  /// The number of bytes of an answer that is noted.
  func size(of question: DataRequest) -> Int {
    state.withLock { $0[question.text]?.body?.byteCount ?? 0 }
  }

  /// Notes that something is lacking that no question was asked about: "encounter?beyond".
  public func note(lackOf question: String, _ lack: UnavailableReason) {
    state.withLock { $0[question] = .lacking(lack) }
  }

  /// Forgets that answers are lacking whose questions were asked otherwise.
  public func forgetLacks(_ isAskedOtherwise: (_ question: String, UnavailableReason) -> Bool) {
    state.withLock { answers in
      answers = answers.filter { question, answer in
        guard case .lacking(let lack) = answer else { return true }
        return !isAskedOtherwise(question, lack)
      }
    }
  }

  /// Notes a failure if there is no answer to be had; an answer is noted by the caller.
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

/// A source that asks the server for everything, and notes it.
struct RecordingSource: DataSource {
  let server: any DataSource
  let notes: ResponseRecorder

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    try await notes.notingFailure(of: question) {
      if notes.budget.isFull { throw MemoryBudgetExceeded(memory: notes.budget.memory) }
      let answer = try await server.answer(to: question)
      // Others may have come while this one was awaited.
      if notes.budget.isFull { throw MemoryBudgetExceeded(memory: notes.budget.memory) }
      try notes.note(question, answer)
      // The caller that asks page by page keeps all pages in memory.
      if notes.size(of: question) > ResponseRecorder.listSize {
        throw MemoryBudgetExceeded(memory: ResponseRecorder.listSize)
      }
      return answer
    }
  }
}
