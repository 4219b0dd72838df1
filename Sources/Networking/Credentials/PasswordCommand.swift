package import Core
import FoundationEssentials
import Glibc

/// A shell command that prints a password. The user sets it with the option `--password-command`.
package struct PasswordCommand: Sendable {
  private let program: ChildProgram

  /// The time limit includes the time that the user needs to unlock a key or a password store.
  public init(
    _ text: String, environment: [String: String], timeLimit: Duration = .seconds(120)
  ) {
    program = ChildProgram(
      path: "/bin/sh", arguments: ["-c", text], environment: environment, timeLimit: timeLimit)
  }

  /// While it runs, the command has the terminal: it may prompt there, as a pinentry does, and this
  /// process reads no keys. If the task is cancelled, the command's process group is killed. Throws
  /// `PasswordError` if the command fails, and `CancellationError`.
  @concurrent public func password() async throws -> Secret {
    let output = try await program.output(for: .command)
    guard let password = try output.password(from: .command) else {
      throw PasswordError.nothingPrinted
    }
    return password
  }

  /// Repeatable: the next run may print another password.
  public var source: PasswordSource {
    PasswordSource(isRepeatable: true) { try await password() }
  }
}

extension ChildProgram {
  /// Throws `PasswordError` unless the program exits with 0, and `CancellationError`.
  func output(for origin: PasswordError.Origin, input: Secret? = nil) async throws -> Secret {
    let run = try await finished(origin, input: input)
    switch run.end {
    case .exit(code: 0): return run.output
    case .exit(let code): throw PasswordError.failed(origin, code: code, line: run.complaint)
    case .signal(let signal):
      throw PasswordError.killed(origin, signal: signal, line: run.complaint)
    case .outputLimit:
      // If the first line is too long, that is the better error.
      _ = try run.output.password(from: origin)
      throw PasswordError.endless(origin, limit: ChildProgram.outputLimit)
    case .timeLimit:
      throw PasswordError.timedOut(origin, seconds: Int(timeLimit / .seconds(1)))
    case .givenUp: throw PasswordError.givenUp(origin)
    }
  }

  private func finished(_ origin: PasswordError.Origin, input: Secret?) async throws -> Run {
    do {
      return try await run(input: input, name: origin.name)
    } catch let error as POSIXError {
      throw PasswordError.notStarted(origin, reason: error.reason)
    }
  }
}

extension ChildProgram.Run {
  /// Never a part of the output, which is secret.
  fileprivate var complaint: String? { errors.withBytes { FirstLine(of: Array($0)).text } }
}
