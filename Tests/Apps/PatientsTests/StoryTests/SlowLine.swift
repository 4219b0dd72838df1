import Accounts
import Foundation
import Reprise
import Synchronization

@testable import OpenMRSSimulator
@testable import Patients

/// The simulator at the end of a slow line, in a time of its own: it passes only when nobody does
/// anything but wait.
///
/// An answer comes `latency` after its question was sent, and then as fast as the line is when it
/// is shared fairly with other answers. No more than two questions are under way at once, as at
/// work.
final class SlowLine: HTTPTransport {
  private struct Question {
    let number: Int
    let path: String
    /// What is still to come of the answer.
    var bytes: Double
    let questionBytes: Double
    /// When the answer begins to come; nil until the question is sent.
    var begins: Double?
  }

  /// A question that was answered.
  struct Answered {
    let path: String
    let bytes: Int
    /// In seconds since the clock was set.
    let timestamp: Double
  }

  private struct State {
    var now = 0.0
    var number = 0
    var waiting: [Question] = []
    var answered: [Answered] = []
    var sizes: [Int: Int] = [:]
  }

  private let server = SimulatorTransport(data: .builtIn)
  private let state = Mutex(State())
  private let latency: Double
  /// In bytes a second.
  private let speed: Double

  init(latency: Double, bitsPerSecond: Double) {
    self.latency = latency
    speed = bitsPerSecond / 8
  }

  var now: Double { state.withLock { $0.now } }
  var answered: [Answered] { state.withLock { $0.answered } }

  /// From now on time is counted, and answers as well.
  func setClock() {
    state.withLock {
      $0.now = 0
      $0.answered = []
    }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await server.send(request)
    // Heads are some 300 bytes each way.
    let number = state.withLock { state in
      state.number += 1
      state.sizes[state.number] = response.body.count + 300
      state.waiting.append(
        Question(
          number: state.number, path: request.url.path, bytes: Double(response.body.count + 300),
          questionBytes: Double(request.url.absoluteString.utf8.count + 300)))
      return state.number
    }
    while state.withLock({ $0.waiting.contains { $0.number == number } }) {
      if Task.isCancelled {
        state.withLock { $0.waiting.removeAll { $0.number == number } }
        throw HTTPError.cancelled
      }
      await Task.yield()
    }
    return response
  }

  nonisolated(nonsending) func forgetCookies() async {}

  /// Lets time pass until the next answer is there; false if none is awaited.
  func pass() -> Bool {
    state.withLock { state in
      while !state.waiting.isEmpty {
        for index in state.waiting.indices.prefix(2) where state.waiting[index].begins == nil {
          state.waiting[index].begins =
            state.now + latency + state.waiting[index].questionBytes / speed
        }
        let coming = state.waiting.indices.filter { index in
          state.waiting[index].begins.map { $0 <= state.now } ?? false
        }
        let rate = speed / Double(max(coming.count, 1))
        let nextBegin = state.waiting.compactMap(\.begins).filter { $0 > state.now }.min()
        let nextEnd = coming.map { state.now + state.waiting[$0].bytes / rate }.min()
        guard let next = [nextBegin, nextEnd].compactMap(\.self).min() else { return false }
        for index in coming { state.waiting[index].bytes -= (next - state.now) * rate }
        state.now = next
        if let done = coming.first(where: { state.waiting[$0].bytes < 0.5 }) {
          let question = state.waiting.remove(at: done)
          state.answered.append(
            Answered(
              path: question.path, bytes: state.sizes[question.number] ?? 0, timestamp: state.now))
          return true
        }
      }
      return false
    }
  }

  /// How many questions are under way or wait to be.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// How many questions were asked.
  var askedCount: Int { state.withLock { $0.number } }
}
