public import Foundation

/// A program that was run to its end without a terminal: its exit code and what it printed.
///
///     let run = try ProgramRun(BuiltProgram.path("cloudburst"), "list", "--json")
///     #expect(run.exitCode == 0)
public struct ProgramRun: Sendable {
  /// The exit code; 128 and the signal's number if a signal ended it, as shells have it.
  public let exitCode: Int32
  public let output: Data
  public let errors: Data

  /// A program that the system refused to start, and its error number.
  public struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let code: Int32

    public var description: String {
      "\(program) can't be run: \(String(cString: strerror(code)))"
    }
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program with an empty standard input and its output in pipes.
  ///
  /// One that hasn't ended by itself is killed when `patience` is over. Of its errors at most a
  /// pipe's worth is taken (64 KiB).
  public init(
    _ program: String, _ arguments: String...,
    environment: [String: String] = SafeEnvironment.variables(),
    patience: Duration = .seconds(20)
  ) throws {
    try self.init(program, arguments, environment: environment, patience: patience)
  }

  public init(
    _ program: String, _ arguments: [String], environment: [String: String],
    patience: Duration = .seconds(20)
  ) throws {
    let output = Pipe()
    let errors = Pipe()
    for end in [output, errors].flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
      // A server that the program leaves behind would keep them open, and we read to their end.
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    let process = try StartedProgram(
      [program] + arguments, environment, output: output.fileHandleForWriting.fileDescriptor,
      errors: errors.fileHandleForWriting.fileDescriptor)
    let watchdog = DispatchWorkItem { process.kill() }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(patience / .milliseconds(1))), execute: watchdog)
    defer { watchdog.cancel() }
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    self.output = try output.fileHandleForReading.readToEnd() ?? Data()
    self.errors = try errors.fileHandleForReading.readToEnd() ?? Data()
    exitCode = process.waitForEnd()
  }
}
