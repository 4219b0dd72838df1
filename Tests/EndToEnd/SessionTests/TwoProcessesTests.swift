import Foundation
import RepriseTesting
import Testing

/// Two processes that work on one vault as fast as they can. `REPRISE_HAMMER_SECONDS=300` has them
/// do it for five minutes.
@Suite struct TwoProcessesTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["REPRISE_HAMMER_SECONDS"].flatMap { Int($0) } ?? 2

  @Test("Two processes on a vault tear no file and lose no count")
  func nothingIsTornAndNothingThatWasCountedIsLost() async throws {
    let home = try TemporaryDirectory()
    let program = try BuiltProgram.path("Probe")
    let seconds = Self.seconds
    let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
      for number in 0..<2 {
        group.addTask {
          try await Self.inBackground {
            try ProgramRun(
              program, ["hammer", home.path, String(number), String(seconds)],
              environment: SafeEnvironment.variables(), patience: .seconds(seconds + 60))
          }
        }
      }
      return try await group.reduce(into: [ProgramRun]()) { $0.append($1) }
    }
    var own: [Int] = []
    var all: [Int] = []
    for run in runs {
      #expect(run.exitCode == 0, "\(run.outputText)\(run.errorText)")
      // "own: 512, all: 1020, rounds: 512"
      let numbers = run.outputText.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
      try #require(numbers.count == 3, "\(run.outputText)")
      own.append(numbers[0])
      all.append(numbers[1])
    }
    #expect(own.reduce(0, +) == all.max())
    #expect(own.allSatisfy { $0 > 0 })
  }

  /// Runs what waits for a process on a thread of its own: both have to run at the same time.
  private static func inBackground<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
