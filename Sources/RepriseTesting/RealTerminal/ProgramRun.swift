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
    let process = try Self.start(
      [program] + arguments, environment, output.fileHandleForWriting, errors.fileHandleForWriting)
    let watchdog = DispatchWorkItem { kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(patience / .milliseconds(1))), execute: watchdog)
    defer { watchdog.cancel() }
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    self.output = try output.fileHandleForReading.readToEnd() ?? Data()
    self.errors = try errors.fileHandleForReading.readToEnd() ?? Data()
    exitCode = Self.exitCode(of: process)
  }

  /// Starts a program. Foundation's `Process` is of no use here: it notices the end of one that
  /// leaves a server behind, as tmux does, when that ends too, and of any other after 50 ms.
  private static func start(
    _ words: [String], _ environment: [String: String], _ output: FileHandle, _ errors: FileHandle
  ) throws -> pid_t {
    #if canImport(Darwin)
      var files: posix_spawn_file_actions_t?
    #else
      var files = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, output.fileDescriptor, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, errors.fileDescriptor, STDERR_FILENO)
    // The calling thread may hold signals back or ignore them, and that is inherited.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    var process = pid_t()
    let problem = posix_spawn(&process, words[0], &files, &attributes, &argv, &envp)
    guard problem == 0 else {
      throw NotStarted(program: words[0], code: problem)
    }
    return process
  }

  private static func exitCode(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
