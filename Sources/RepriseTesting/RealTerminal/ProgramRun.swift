import CSystem
public import Foundation

/// The completed run of a program without a terminal: its exit code and output.
///
///     let run = try ProgramRun(BuiltProgram.path("cloudburst"), "list", "--json")
///     #expect(run.exitCode == 0)
public struct ProgramRun: Sendable {
  /// The exit code, or 128 plus the signal number if a signal ended the program, as in shells.
  public let exitCode: Int32
  /// The standard output.
  public let output: Data
  /// The standard error, at most 64 KiB.
  public let errors: Data

  /// The error if the system refused to start a program.
  public struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let code: Int32

    /// A message with the program and the error.
    public var description: String {
      "\(program) can't be run: \(String(cString: strerror(code)))"
    }
  }

  /// The standard output as text.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The standard error as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program with empty standard input and captures its output.
  ///
  /// A program that is still running after `patience` is killed. At most 64 KiB of standard error,
  /// the size of a pipe, are captured.
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

  /// Creates a pipe that no other program inherits, not even one started concurrently: it would
  /// keep the pipe open, and reading to the end would block. Swift's Glibc module has no `pipe2`,
  /// but a socket pair can be created close-on-exec.
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

struct StartedProgram: Sendable {
  private let process: pid_t

  /// Starts a program with files for output and errors, and optionally for input.
  ///
  /// Foundation's `Process` isn't used: it notices the end of a program 50 ms late, and of one that
  /// leaves a server behind, as tmux does, only when the server ends. The program inherits no other
  /// file: a server holding an executable open that a test is writing would prevent it from being
  /// run ("text file busy"). Throws `ProgramRun.NotStarted`.
  init(
    _ arguments: [String], _ environment: [String: String], input: Int32? = nil, output: Int32,
    errors: Int32
  ) throws {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process = pid_t()
    let problem = reprise_spawn(
      &process, arguments[0], &argv, &envp, input ?? nothing, output, errors, -1)
    guard problem == 0 else {
      throw ProgramRun.NotStarted(program: arguments[0], code: problem)
    }
    self.process = process
  }

  func kill() {
    _ = Foundation.kill(process, SIGKILL)
  }

  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

/// An environment for programs under test, without the user's own settings and home directory.
public enum SafeEnvironment {
  /// The variables needed to find and run a program, and for it to use the test's time zone.
  private static let inherited = [
    "PATH", "TZ", "TMPDIR", "TMUX_TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
  ]

  /// The path of a directory that not even root can create, because it would be inside a device.
  public static let nowhere = "/dev/null/nowhere"

  /// Returns the environment with a test's own variables added; `nil` removes a variable.
  ///
  /// Without `home`, HOME is a directory that doesn't exist and can't be created.
  public static func variables(
    home: String = nowhere, _ own: [String: String?] = [:]
  ) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment.filter { inherited.contains($0.key) }
    variables["LC_ALL"] = "C.UTF-8"
    variables["HOME"] = home
    for (name, value) in own { variables[name] = value }
    return variables
  }
}
