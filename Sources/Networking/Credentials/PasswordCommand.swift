import Foundation
public import Values

/// A shell's command line that prints a password, as `--password-command` names it.
public struct PasswordCommand: Sendable {
  private let program: ChildProgram

  /// A command. The time limit is for the person, too, who may have to unlock something first.
  ///
  ///     PasswordCommand("pass show lab", environment: ProcessInfo.processInfo.environment)
  public init(
    _ text: String, environment: [String: String], timeLimit: Duration = .seconds(120)
  ) {
    program = ChildProgram(
      path: "/bin/sh", arguments: ["-c", text], environment: environment, timeLimit: timeLimit)
  }

  /// Runs the command and returns the first line of what it prints.
  ///
  /// While it runs the terminal is the command's: it may ask there, as a pinentry does, and nothing
  /// else reads the keys. Throws `PasswordError`, and `CancellationError` when its task is
  /// cancelled; the command is ended then, with all of its process group.
  @concurrent public func password() async throws -> Secret {
    let output = try await program.output(for: .command)
    guard let password = try output.password(from: .command) else {
      throw PasswordError.nothingPrinted
    }
    return password
  }

  /// The command as a source, which may have another password the next time.
  public var source: PasswordSource {
    PasswordSource(isRepeatable: true) { try await password() }
  }
}

extension ChildProgram {
  /// Returns the program's output, if all is well. Throws `PasswordError`, and `CancellationError`.
  func output(for origin: PasswordError.Origin, input: Secret? = nil) async throws -> Secret {
    let run = try await finished(origin, input: input)
    switch run.end {
    case .exit(code: 0): return run.output
    case .exit(let code): throw PasswordError.failed(origin, code: code, line: run.complaint)
    case .signal(let signal):
      throw PasswordError.killed(origin, signal: signal, line: run.complaint)
    case .outputLimit:
      // A first line that is too long is the better reason.
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
  /// The first line of the standard errors; never anything of the output.
  fileprivate var complaint: String? { errors.withBytes { FirstLine(of: Array($0)).text } }
}
