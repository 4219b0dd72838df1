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
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    let hasEnded = DispatchSemaphore(value: 0)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    // waitUntilExit() looks only every 50 ms.
    process.terminationHandler = { _ in hasEnded.signal() }
    try process.run()

    let identifier = process.processIdentifier
    let watchdog = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(patience / .milliseconds(1))), execute: watchdog)
    self.output = try output.fileHandleForReading.readToEnd() ?? Data()
    self.errors = try errors.fileHandleForReading.readToEnd() ?? Data()
    hasEnded.wait()
    watchdog.cancel()
    let isSignal = process.terminationReason == .uncaughtSignal
    exitCode = process.terminationStatus + (isSignal ? 128 : 0)
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}
