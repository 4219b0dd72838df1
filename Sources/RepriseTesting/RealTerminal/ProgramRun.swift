public import Foundation

/// The run of a program to its end without a terminal: its exit code and its output.
///
///     let run = try ProgramRun(BuiltProgram.path("cloudburst"), "list", "--json")
///     #expect(run.exitCode == 0)
public struct ProgramRun: Sendable {
  /// The exit code; 128 and the signal's number if a signal ended it, as shells have it.
  public let exitCode: Int32
  /// The standard output.
  public let output: Data
  /// The standard error, at most 64 KiB of it.
  public let errors: Data

  /// A program that the system refused to start, and its error number.
  public struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let code: Int32

    /// A sentence with the program and the error.
    public var description: String {
      "\(program) can't be run: \(String(cString: strerror(code)))"
    }
  }

  /// The standard output as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The standard error as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program with an empty standard input and its output in pipes.
  ///
  /// A program that hasn't ended by itself is killed when `patience` is over. Of its errors at most a pipe's worth is taken (64 KiB).
  public init(
    _ program: String, _ arguments: String...,
    environment: [String: String] = SafeEnvironment.variables(),
    patience: Duration = .seconds(60)
  ) throws {
    try self.init(program, arguments, environment: environment, patience: patience)
  }

  /// Runs a program with its arguments in an array.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String],
    patience: Duration = .seconds(60)
  ) throws {
    let output = try Self.pipe(for: program)
    let errors = try Self.pipe(for: program)
    let process = try StartedProgram(
      [program] + arguments, environment, output: output.writing.fileDescriptor,
      errors: errors.writing.fileDescriptor)
    let watchdog = DispatchWorkItem { process.kill() }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(patience / .milliseconds(1))), execute: watchdog)
    defer { watchdog.cancel() }
    try output.writing.close()
    try errors.writing.close()
    self.output = try output.reading.readToEnd() ?? Data()
    self.errors = try errors.reading.readToEnd() ?? Data()
    exitCode = process.waitForEnd()
  }

  /// Creates a pipe that no other program inherits, also not one that is started at the same time elsewhere: it would keep the pipe open,
  /// and we read to its end. Swift's Glibc has no `pipe2`, but sockets can be made so too.
  private static func pipe(
    for program: String
  ) throws -> (reading: FileHandle, writing: FileHandle) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let code = Foundation.pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    #endif
    guard code == 0 else { throw NotStarted(program: program, code: errno) }
    return (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
      FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
  }
}
