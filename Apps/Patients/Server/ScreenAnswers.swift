import Reprise
import Synchronization

/// The answers for one screen since it was last refreshed: its banner and its sections ask for some things alike.
final class ScreenAnswers: Sendable {
  private typealias Waiting = [Int: CheckedContinuation<Void, Never>]

  private enum Entry {
    /// A question that is asked, and those who wait for the answer.
    case asked(number: Int, Waiting)
    case answered(ServerAnswer)
  }

  private struct State {
    var entries: [ResourceURI: Entry] = [:]
    /// The answers before the last refresh.
    var earlier: [ResourceURI: ServerAnswer] = [:]
    /// The last number that was given to a question or a waiter.
    var number = 0
  }

  private let state = Mutex(State())

  /// Makes every question be asked anew from now on.
  func forget() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      for case (let resource, .answered(let answer)) in state.entries {
        state.earlier[resource] = answer
      }
      return state.entries.values
    }
    for case .asked(_, let waiting) in entries { ScreenAnswers.wake(waiting) }
  }

  /// Returns the answer that was there before the screen was refreshed; nil without one.
  func earlier(_ resource: ResourceURI) -> ServerAnswer? {
    state.withLock { $0.earlier[resource] }
  }

  /// Returns the answer to a question: the one that is there, or is awaited, or else the one that `ask` gets.
  nonisolated(nonsending) func answer(
    to resource: ResourceURI,
    _ ask: nonisolated(nonsending) () async throws -> ServerAnswer
  ) async throws -> ServerAnswer {
    while true {
      switch begin(resource) {
      case .answered(let answer): return answer
      case .mine(let number):
        do {
          let answer = try await ask()
          finish(number, resource, .answered(answer))
          return answer
        } catch {
          // Those who wait ask again: perhaps nobody wanted it here any more, and that is all that went wrong.
          finish(number, resource, nil)
          throw error
        }
      case .somebodys(let number):
        await wait(for: number, resource)
        if Task.isCancelled { throw HTTPProblem.cancelled }
      }
    }
  }

  private enum Beginning {
    case answered(ServerAnswer)
    case mine(number: Int)
    case somebodys(number: Int)
  }

  private func begin(_ resource: ResourceURI) -> Beginning {
    state.withLock { state in
      switch state.entries[resource] {
      case .answered(let answer): return .answered(answer)
      case .asked(let number, _): return .somebodys(number: number)
      case nil:
        state.number += 1
        state.entries[resource] = .asked(number: state.number, [:])
        return .mine(number: state.number)
      }
    }
  }

  private func finish(_ number: Int, _ resource: ResourceURI, _ entry: Entry?) {
    let waiting: Waiting? = state.withLock { state in
      // What was asked before all was forgotten is no answer to what is asked since.
      guard case .asked(number, let waiting) = state.entries[resource] else { return nil }
      state.entries[resource] = entry
      return waiting
    }
    ScreenAnswers.wake(waiting ?? [:])
  }

  /// Waits for the answer to a question, or until its caller is cancelled.
  private nonisolated(nonsending) func wait(for number: Int, _ resource: ResourceURI) async {
    let waiter = state.withLock { state in
      state.number += 1
      return state.number
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTooLate = state.withLock { state in
          guard case .asked(number, var waiting) = state.entries[resource], !Task.isCancelled else {
            return true
          }
          waiting[waiter] = continuation
          state.entries[resource] = .asked(number: number, waiting)
          return false
        }
        if isTooLate { continuation.resume() }
      }
    } onCancel: {
      let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard case .asked(number, var waiting) = state.entries[resource] else { return nil }
        let continuation = waiting.removeValue(forKey: waiter)
        state.entries[resource] = .asked(number: number, waiting)
        return continuation
      }
      continuation?.resume()
    }
  }

  private static func wake(_ waiting: Waiting) {
    for continuation in waiting.values { continuation.resume() }
  }
}
