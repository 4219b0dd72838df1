import Core
import Networking
import Synchronization

/// Coalesces the requests of one screen, whose banner and sections need some of the same data.
struct CoalescingSource: DataSource {
  let server: any DataSource
  let answers: ResponseMemo
  /// Records the failure if a response from before the refresh is returned instead; `nil` if none
  /// is to be returned.
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

/// The responses that one screen received since its last refresh.
public final class ResponseMemo: Sendable {
  private typealias Waiting = [Int: CheckedContinuation<Void, Never>]

  private enum Entry {
    /// A running request, and the callers waiting for its response.
    case asked(number: Int, Waiting)
    case answered(ServerResponse)
  }

  private struct State {
    var entries: [DataRequest: Entry] = [:]
    /// The responses from before the last refresh.
    var earlier: [DataRequest: ServerResponse] = [:]
    /// The last number assigned to a request or a waiting caller.
    var number = 0

    /// Saves the responses for the time after a refresh. Those of earlier refreshes are retained
    /// while all of them fit into `memory`; otherwise refreshes with different requests would add
    /// up.
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
  /// The memory budget. When it is used up, only existing responses and cached ones are returned.
  let budget: MemoryBudget
  /// Whether the responses from before a refresh are retained until new ones arrive.
  private let keepsEarlier: Bool

  /// Creates an empty store.
  ///
  ///     ResponseMemo(budget: MemoryBudget(memory: 64 << 20))
  ///
  /// - Parameters:
  ///   - budget: The memory budget for the responses.
  ///   - keepsEarlier: Whether to fall back to the responses from before a refresh if the server
  ///     fails. For screens without a cache.
  public init(budget: MemoryBudget = MemoryBudget(), keepsEarlier: Bool = true) {
    self.budget = budget
    self.keepsEarlier = keepsEarlier
  }

  /// Starts a refresh: every request is sent again from now on.
  public func forget() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      if keepsEarlier { state.keepEarlier(in: budget.memory) }
      return state.entries.values
    }
    budget.giveBack()
    for case .asked(_, let waiting) in entries { ResponseMemo.wake(waiting) }
  }

  func earlier(_ question: DataRequest) -> ServerResponse? {
    state.withLock { $0.earlier[question] }
  }

  /// Returns the existing response, waits for a running request, or else sends the request with
  /// `ask`.
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
          // Waiting callers send the request themselves: this caller may only have been cancelled.
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
      // A response to a request from before a refresh isn't valid after it.
      guard case .asked(number, let waiting) = state.entries[question] else { return nil }
      state.entries[question] = entry
      return waiting
    }
    ResponseMemo.wake(waiting ?? [:])
  }

  /// Waits until a running request ends or the caller is cancelled.
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
