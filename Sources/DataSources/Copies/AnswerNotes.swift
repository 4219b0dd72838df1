public import Networking
import Synchronization
import Values

/// The answers that make a complete copy: lists whole, and a note for each that the server lacks or the user may not see.
public final class AnswerNotes: Sendable {
  private let dialect: any ServerDialect
  /// The room for the answers. Once it is full, what isn't noted yet is lacking.
  public let room: AnswerRoom
  private let state = Mutex<[String: CopiedAnswer]>([:])

  /// Creates notes without an answer.
  ///
  ///     AnswerNotes(NorthDialect())
  public init(
    _ dialect: any ServerDialect, room: AnswerRoom = AnswerRoom(memory: AnswerRoom.recordMemory)
  ) {
    self.dialect = dialect
    self.room = room
  }

  /// The answers by their questions.
  public var answers: [String: CopiedAnswer] { state.withLock { $0 } }

  /// Notes an answer; a page of a list is put behind those before it. No answer at all isn't an empty list.
  public func note(_ question: Question, _ answer: ServerAnswer) {
    guard let page = question.page, answer.json != .null else {
      return state.withLock {
        $0[question.text] = .answered(answer.json, moment: answer.moment)
      }
    }
    state.withLock { answers in
      var entries = dialect.entries(of: answer.json)
      var moment = answer.moment
      if page.start > 0, case .answered(let before, let earlier) = answers[question.text] {
        entries = dialect.entries(of: before).prefix(page.start) + entries
        moment = min(moment, earlier)
      }
      answers[question.text] = .answered(dialect.list(of: entries, total: nil), moment: moment)
    }
  }

  /// Notes that something is lacking that no question was asked about: "encounter?beyond".
  public func note(lackOf question: String, _ lack: AnswerLack) {
    state.withLock { $0[question] = .lacking(lack) }
  }

  /// Forgets that answers are lacking whose questions were asked otherwise.
  public func forgetLacks(_ isAskedOtherwise: (_ question: String, AnswerLack) -> Bool) {
    state.withLock { answers in
      answers = answers.filter { question, answer in
        guard case .lacking(let lack) = answer else { return true }
        return !isAskedOtherwise(question, lack)
      }
    }
  }

  /// Notes a failure if there is no answer to be had; an answer is noted by the caller.
  public nonisolated(nonsending) func notingFailure<Value>(
    of question: Question, _ ask: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await ask()
    } catch {
      if let lack = dialect.lack(error) { state.withLock { $0[question.text] = .lacking(lack) } }
      throw error
    }
  }
}

/// A source that asks the server for everything, and notes it.
struct Collecting: DataSource {
  let server: any DataSource
  let notes: AnswerNotes

  nonisolated(nonsending) func answer(to question: Question) async throws -> ServerAnswer {
    let answer = try await notes.notingFailure(of: question) {
      try await InRoom(source: server, room: notes.room).answer(to: question)
    }
    notes.note(question, answer)
    return answer
  }
}
