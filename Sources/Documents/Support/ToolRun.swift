import CSystem
import Core
import Foundation

/// The result of a program that was run without a terminal.
package struct ToolRun: Hashable, Sendable {
  /// The exit code; `nil` if a signal or the time limit ended the program.
  package let exitCode: Int32?
  /// Standard output and standard error combined, truncated at the limit.
  package let output: String

  /// Runs a program. Its standard input is `input`, passed in memory, or empty. `mostBytes` limits
  /// the output, `memory` the program's memory, in bytes. Throws `DocumentError.program` if it
  /// can't be started.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String],
    input: [UInt8]? = nil, limit: Duration = .seconds(30), mostBytes: Int = 1 << 20,
    memory: Int? = nil
  ) throws(DocumentError) {
    // The shell sets the limit and then executes the program. `-d` doesn't count reserved address
    // space, for example of threads.
    let limited = memory.map {
      ["/bin/sh", "-c", "ulimit -d \($0 >> 10) 2> /dev/null; exec \"$0\" \"$@\"", path]
    }
    let commandLine = (limited ?? [path]) + arguments
    var ends: [Int32] = [-1, -1]
    let opened =
      input.map { ToolRun.file(with: $0) } ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
    let nothing = ToolRun.move(pastStandardFiles: opened)
    guard nothing >= 0, reprise_pipe(&ends) == 0 else {
      let code = errno
      if nothing >= 0 { close(nothing) }
      throw .program(name: path, reason: String(cString: strerror(code)))
    }
    let reading = ToolRun.move(pastStandardFiles: ends[0])
    let writing = ToolRun.move(pastStandardFiles: ends[1])
    defer { close(reading) }
    var process = pid_t()
    let problem = CStrings.lend(commandLine, environment) { argv, envp in
      reprise_spawn(&process, commandLine[0], argv, envp, nothing, writing, writing, -1)
    }
    close(writing)
    close(nothing)
    guard problem == 0 else {
      throw .program(name: path, reason: String(cString: strerror(problem)))
    }
    let deadline = ContinuousClock.now + limit
    let (bytes, isWhole) = ToolRun.read(reading, until: deadline, mostBytes)
    let status = ToolRun.wait(for: process, until: isWhole ? deadline : .now)
    exitCode = status.flatMap { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : nil }
    output = String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for a program, which may close its output before it ends. Returns its status; `nil` if
  /// it was killed at the deadline.
  private static func wait(
    for process: pid_t, until deadline: ContinuousClock.Instant
  ) -> Int32? {
    var status: Int32 = 0
    while .now < deadline {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status }
      guard ended == 0 || errno == EINTR else { return nil }
      usleep(1_000)
    }
    kill(-process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  /// Duplicates a descriptor above the three standard ones, so that the started program's standard
  /// files don't collide with it.
  static func move(pastStandardFiles number: Int32) -> Int32 {
    guard number >= 0, number <= STDERR_FILENO else { return number }
    defer { close(number) }
    return fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
  }

  /// Returns a file in memory with these bytes, or -1 on failure.
  private static func file(with bytes: [UInt8]) -> Int32 {
    let number = reprise_memory_file()
    guard number >= 0 else { return number }
    do {
      try FileAccess().write(bytes, to: number, at: 0, path: "memory")
    } catch {
      close(number)
      return -1
    }
    return number
  }

  /// Reads the output. Returns `false` if the deadline or the size limit was reached before its
  /// end.
  private static func read(
    _ descriptor: Int32, until deadline: ContinuousClock.Instant, _ mostBytes: Int
  ) -> (bytes: [UInt8], isEnded: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < mostBytes {
      let left = Int((deadline - .now) / .milliseconds(1))
      guard left > 0 else { break }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Int32(clamping: left)) > 0 else { continue }
      let got = Foundation.read(descriptor, &buffer, min(buffer.count, mostBytes - bytes.count))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return (bytes, true) }
      bytes += buffer[..<got]
    }
    return (bytes, false)
  }
}

/// The freedesktop tools, as far as they are installed.
struct Tools: Sendable {
  private let search: SearchPath
  private let environment: [String: String]

  init(environment: [String: String]) {
    search = SearchPath(environment)
    self.environment = environment
  }

  /// A tool. `package` is the package that contains it.
  enum Tool: String {
    case updateMIMEDatabase = "update-mime-database"
    case updateDesktopDatabase = "update-desktop-database"
    case validate = "desktop-file-validate"
    case xdgMIME = "xdg-mime"

    var package: String {
      switch self {
      case .updateMIMEDatabase: "shared-mime-info"
      case .updateDesktopDatabase, .validate: "desktop-file-utils"
      case .xdgMIME: "xdg-utils"
      }
    }

    /// The sentence for a report if the tool isn't installed.
    var missingMessage: String { "\(rawValue) isn't installed (package \(package))." }
  }

  /// Runs a tool. Returns `nil` if it isn't installed. Throws `DocumentError`.
  func run(_ tool: Tool, _ arguments: [String]) throws(DocumentError) -> ToolRun? {
    guard let path = search.program(tool.rawValue) else { return nil }
    return try ToolRun(path, arguments, environment: environment)
  }

  func has(_ tool: Tool) -> Bool { search.program(tool.rawValue) != nil }
}

package enum CStrings {
  /// Calls `body` with null-terminated arrays of arguments and environment variables, which are
  /// valid only during the call.
  package static func lend<Value>(
    _ arguments: [String], _ environment: [String: String],
    _ body: (
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Value
  ) -> Value {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    return body(&argv, &envp)
  }
}
