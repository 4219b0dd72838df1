import Core
import Networking
import Synchronization

/// Coalesces the requests of one screen, whose banner and sections need some of the same data.
struct CoalescingSource: DataSource {
  let server: any DataSource
  let memo: ResponseMemo
  /// Records the failure despite which an earlier response is returned; `nil` if none ever is.
  let ages: ResponseAges?

  nonisolated(nonsending) func response(to request: DataRequest) async throws -> ServerResponse {
    do {
      return try await memo.response(to: request) {
        try await BudgetedSource(source: server, budget: memo.budget).response(to: request)
      }
    } catch {
      guard let ages, error.allowsStaleResponse, let earlier = memo.earlier(request) else {
        throw error
      }
      ages.noteFailure(error)
      return earlier
    }
  }
}

/// A store of the responses that one screen has received since it was last refreshed. Sections of
/// the screen that need the same response share it.
public final class ResponseMemo: Sendable {
  private typealias Waiting = [Int: CheckedContinuation<Void, Never>]

  private enum Entry {
    case pending(number: Int, Waiting)
    case completed(ServerResponse)
  }

  private struct State {
    var entries: [DataRequest: Entry] = [:]
    /// The responses from before the last refresh.
    var earlier: [DataRequest: ServerResponse] = [:]
    var number = 0

    /// Retains those of earlier refreshes only while all of them fit into `memory`; otherwise
    /// refreshes with different requests would add up.
    mutating func retainEarlier(in memory: Int) {
      let latest = entries.compactMapValues { entry in
        if case .completed(let response) = entry { response } else { nil }
      }
      let all = earlier.merging(latest) { $1 }
      let isTooMuch = all.values.reduce(0) { $0 + $1.json.memory } > memory
      earlier = isTooMuch ? latest : all
    }
  }

  private let state = Mutex(State())
  /// The memory budget. When it is used up, only existing responses and cached ones are returned.
  let budget: MemoryBudget
  private let retainsEarlier: Bool

  /// Creates a store without responses.
  ///
  ///     ResponseMemo(budget: MemoryBudget(memory: 64 << 20))
  ///
  /// - Parameters:
  ///   - budget: The memory budget for the responses.
  ///   - retainsEarlier: Whether responses from before a refresh are returned if the server fails.
  ///     Use it for screens without a cache.
  public init(budget: MemoryBudget = MemoryBudget(), retainsEarlier: Bool = true) {
    self.budget = budget
    self.retainsEarlier = retainsEarlier
  }

  /// Starts a refresh of the screen: from now on, requests are sent again instead of reusing
  /// responses.
  public func forget() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      if retainsEarlier { state.retainEarlier(in: budget.memory) }
      return state.entries.values
    }
    budget.giveBack()
    for case .pending(_, let waiting) in entries { ResponseMemo.wake(waiting) }
  }

  func earlier(_ request: DataRequest) -> ServerResponse? {
    state.withLock { $0.earlier[request] }
  }

  /// Waits for the same request if it is running, instead of sending it again.
  nonisolated(nonsending) func response(
    to request: DataRequest,
    _ send: nonisolated(nonsending) () async throws -> ServerResponse
  ) async throws -> ServerResponse {
    while true {
      switch begin(request) {
      case .completed(let response): return response
      case .started(let number):
        do {
          let response = try await send()
          finish(number, request, .completed(response))
          return response
        } catch {
          // Waiting callers send the request themselves: this caller may only have been cancelled.
          finish(number, request, nil)
          throw error
        }
      case .pending(let number):
        await wait(for: number, request)
        if Task.isCancelled { throw HTTPError.cancelled }
      }
    }
  }

  private enum Beginning {
    case completed(ServerResponse)
    case started(number: Int)
    case pending(number: Int)
  }

  private func begin(_ request: DataRequest) -> Beginning {
    state.withLock { state in
      switch state.entries[request] {
      case .completed(let response): return .completed(response)
      case .pending(let number, _): return .pending(number: number)
      case nil:
        state.number += 1
        state.entries[request] = .pending(number: state.number, [:])
        return .started(number: state.number)
      }
    }
  }

  private func finish(_ number: Int, _ request: DataRequest, _ entry: Entry?) {
    let waiting: Waiting? = state.withLock { state in
      // A response to a request from before a refresh isn't valid after it.
      guard case .pending(number, let waiting) = state.entries[request] else { return nil }
      state.entries[request] = entry
      return waiting
    }
    ResponseMemo.wake(waiting ?? [:])
  }

  private nonisolated(nonsending) func wait(for number: Int, _ request: DataRequest) async {
    let waiter = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTooLate = state.withLock { state in
          guard case .pending(number, var waiting) = state.entries[request], !Task.isCancelled
          else {
            return true
          }
          waiting[waiter] = continuation
          state.entries[request] = .pending(number: number, waiting)
          return false
        }
        if isTooLate { continuation.resume() }
      }
    } onCancel: {
      let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard case .pending(number, var waiting) = state.entries[request] else { return nil }
        let continuation = waiting.removeValue(forKey: waiter)
        state.entries[request] = .pending(number: number, waiting)
        return continuation
      }
      continuation?.resume()
    }
  }

  private static func wake(_ waiting: Waiting) {
    for continuation in waiting.values { continuation.resume() }
  }
}
