import Networking
import Synchronization
import Values

/// A source that is asked each question once for one screen, whose banner and sections ask for some things alike.
struct CoalescingSource: DataSource {
  let server: any DataSource
  let answers: ResponseMemo
  /// The ages that get the failure in whose place an answer of before the refresh is given; nil if none is to be.
  let ages: ResponseAges?

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    do {
      return try await answers.answer(to: question) {
        try await BudgetedSource(source: server, budget: answers.budget).answer(to: question)
      }
    } catch {
      guard let ages, error.allowsStaleResponse, let earlier = answers.earlier(question) else {
        throw error
      }
      ages.noteFailure(error)
      return earlier
    }
  }
}

/// The answers for one screen since it was last refreshed.
public final class ResponseMemo: Sendable {
  private typealias Waiting = [Int: CheckedContinuation<Void, Never>]

  private enum Entry {
    /// A question that is asked, and those who wait for the answer.
    case asked(number: Int, Waiting)
    case answered(ServerResponse)
  }

  private struct State {
    var entries: [DataRequest: Entry] = [:]
    /// The answers before the last refresh.
    var earlier: [DataRequest: ServerResponse] = [:]
    /// The last number that was given to a question or a waiter.
    var number = 0

    /// Keeps the answers for the time after a refresh. Those of refreshes before it stay as long as
    /// all of them have room: refreshes with other answers each would add up.
    mutating func keepEarlier(in memory: Int) {
      let latest = entries.compactMapValues { entry in
        if case .answered(let answer) = entry { answer } else { nil }
      }
      let all = earlier.merging(latest) { $1 }
      let isTooMuch = all.values.reduce(0) { $0 + $1.json.memory } > memory
      earlier = isTooMuch ? latest : all
    }
  }

  private let state = Mutex(State())
  /// The room for the answers: what is there already, or is in the cache, is shown when it is full.
  let budget: MemoryBudget
  /// True if the answers before a refresh stay until there are new ones.
  private let keepsEarlier: Bool

  /// Creates answers without any.
  ///
  ///     ResponseMemo(budget: MemoryBudget(memory: 64 << 20))
  ///
  /// - Parameters:
  ///   - room: The room for the answers.
  ///   - keepsEarlier: True if the answers before a refresh are needed where the server fails then:
  ///     nothing else keeps them.
  public init(budget: MemoryBudget = MemoryBudget(), keepsEarlier: Bool = true) {
    self.budget = budget
    self.keepsEarlier = keepsEarlier
  }

  /// Makes every question be asked anew from now on.
  public func forget() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      if keepsEarlier { state.keepEarlier(in: budget.memory) }
      return state.entries.values
    }
    budget.giveBack()
    for case .asked(_, let waiting) in entries { ResponseMemo.wake(waiting) }
  }

  /// Returns the answer that was there before the screen was refreshed; nil without one.
  func earlier(_ question: DataRequest) -> ServerResponse? {
    state.withLock { $0.earlier[question] }
  }

  /// Returns the answer to a question: the one that is there, or is awaited, or else the one that `ask` gets.
  nonisolated(nonsending) func answer(
    to question: DataRequest,
    _ ask: nonisolated(nonsending) () async throws -> ServerResponse
  ) async throws -> ServerResponse {
    while true {
      switch begin(question) {
      case .answered(let answer): return answer
      case .mine(let number):
        do {
          let answer = try await ask()
          finish(number, question, .answered(answer))
          return answer
        } catch {
          // Those who wait ask again: perhaps nobody wanted it here any more, and that is all that went wrong.
          finish(number, question, nil)
          throw error
        }
      case .somebodys(let number):
        await wait(for: number, question)
        if Task.isCancelled { throw HTTPError.cancelled }
      }
    }
  }

  private enum Beginning {
    case answered(ServerResponse)
    case mine(number: Int)
    case somebodys(number: Int)
  }

  private func begin(_ question: DataRequest) -> Beginning {
    state.withLock { state in
      switch state.entries[question] {
      case .answered(let answer): return .answered(answer)
      case .asked(let number, _): return .somebodys(number: number)
      case nil:
        state.number += 1
        state.entries[question] = .asked(number: state.number, [:])
        return .mine(number: state.number)
      }
    }
  }

  private func finish(_ number: Int, _ question: DataRequest, _ entry: Entry?) {
    let waiting: Waiting? = state.withLock { state in
      // What was asked before all was forgotten is no answer to what is asked since.
      guard case .asked(number, let waiting) = state.entries[question] else { return nil }
      state.entries[question] = entry
      return waiting
    }
    ResponseMemo.wake(waiting ?? [:])
  }

  /// Waits for the answer to a question, or until its caller is cancelled.
  private nonisolated(nonsending) func wait(for number: Int, _ question: DataRequest) async {
    let waiter = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTooLate = state.withLock { state in
          guard case .asked(number, var waiting) = state.entries[question], !Task.isCancelled else {
            return true
          }
          waiting[waiter] = continuation
          state.entries[question] = .asked(number: number, waiting)
          return false
        }
        if isTooLate { continuation.resume() }
      }
    } onCancel: {
      let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard case .asked(number, var waiting) = state.entries[question] else { return nil }
        let continuation = waiting.removeValue(forKey: waiter)
        state.entries[question] = .asked(number: number, waiting)
        return continuation
      }
      continuation?.resume()
    }
  }

  private static func wake(_ waiting: Waiting) {
    for continuation in waiting.values { continuation.resume() }
  }
}
