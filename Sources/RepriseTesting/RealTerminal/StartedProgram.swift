import Foundation

/// A program that was started, and has to be waited for.
struct StartedProgram: Sendable {
  private let process: pid_t

  /// Starts a program with files for its output and errors, and for its input or none.
  ///
  /// Foundation's `Process` is of no use here: it notices the end of one that leaves a server behind, as tmux does, when that ends
  /// too, and of any other after 50 ms. Throws `ProgramRun.NotStarted`.
  init(
    _ words: [String], _ environment: [String: String], input: Int32? = nil, output: Int32,
    errors: Int32
  ) throws {
    #if canImport(Darwin)
      var files: posix_spawn_file_actions_t?
    #else
      var files = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    if let input {
      posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO)
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
      throw ProgramRun.NotStarted(program: words[0], code: problem)
    }
    self.process = process
  }

  func kill() {
    _ = Foundation.kill(process, SIGKILL)
  }

  /// Waits for its end, and returns its exit code; 128 and the signal's number if a signal ended it.
  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
