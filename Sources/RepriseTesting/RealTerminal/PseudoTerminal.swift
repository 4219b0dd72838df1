import CSystem
import Core
import Foundation
import Synchronization
public import Terminals

/// A pseudo-terminal for a program under test. The test receives all output of the program, and
/// itself sends the keys and the replies to the program's queries.
///
///     let terminal = try PseudoTerminal(running: [program, "--unplugged"])
///     try await terminal.wait(for: "\u{1B}[c")
///     terminal.send("\u{1B}[?62;4c")
///
/// It has no screen. For screen contents use ``TmuxTerminal``, which replies by itself.
public final class PseudoTerminal: Sendable {
  private let descriptor: Int32
  /// Held open so that the terminal outlives its programs.
  private let held: Int32
  private let name: String
  private let environment: [String: String]
  private let output = Mutex<[UInt8]>([])
  private let process = PseudoTerminalProgram()
  private let leftover: ScopedCleanup
  private let isStalled = Mutex(false)
  private let home: TemporaryDirectory?

  /// Long, because the machine may be busy.
  private static let patience = Duration.seconds(60)

  /// Opens a terminal and starts a program in it.
  ///
  /// - Parameters:
  ///   - size: The size in rows and columns.
  ///   - cell: The size of a cell in pixels, or `nil` if the terminal doesn't report it.
  ///   - environment: Variables in addition to `SafeEnvironment`; `nil` removes a variable.
  ///   - home: The program's HOME, retained as long as the terminal.
  ///   - command: The program's path and its arguments.
  public init(
    size: Size = Size(rows: 24, columns: 80), cell: PixelSize? = nil,
    environment: [String: String?] = [:], home: TemporaryDirectory, running command: [String]
  ) throws {
    var bytes = [CChar](repeating: 0, count: 128)
    let descriptor = reprise_open_terminal(
      Int32(size.rows), Int32(size.columns), Int32(size.columns * (cell?.width ?? 0)),
      Int32(size.rows * (cell?.height ?? 0)), &bytes, bytes.count)
    guard descriptor >= 0 else { throw ProgramRun.NotStarted(program: "a terminal", code: errno) }
    self.descriptor = descriptor
    self.home = home
    leftover = ScopedCleanup { [process] in process.end() }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.name = name
    held = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    self.environment = SafeEnvironment.variables(
      home: home.path, ["TERM": "xterm-256color"].merging(environment) { $1 })
    try start(command)
    let file = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    Thread { [weak self] in
      defer { close(file) }
      while let bytes = PseudoTerminal.read(file) {
        self?.output.withLock { $0 += bytes }
        while self?.isStalled.withLock({ $0 }) == true { usleep(2_000) }
      }
    }
    .start()
  }

  deinit {
    leftover.cleanUp()
    close(held)
    close(descriptor)
  }

  /// Starts another program in the terminal. Call it after the previous program has ended.
  public func start(_ command: [String]) throws {
    do throws(POSIXError) {
      let started = try Subprocess(command, environment: environment, in: .terminal(name))
      process.current.withLock { $0 = started }
    } catch {
      throw ProgramRun.NotStarted(program: command[0], code: error.code.rawValue)
    }
  }

  private static func read(_ file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  // MARK: The terminal's part

  /// Sends text to the program, such as key presses or replies to its queries of the terminal.
  public func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Returns the sent text that no program has read, and discards it. Otherwise, the next program
  /// in the terminal would read it.
  public func takeUnread() -> String {
    var found = termios()
    guard tcgetattr(held, &found) == 0 else { return "" }
    // Otherwise nothing can be read before the end of a line.
    var modes = found
    modes.c_lflag &= ~tcflag_t(ICANON)
    withUnsafeMutableBytes(of: &modes.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    tcsetattr(held, TCSANOW, &modes)
    defer { tcsetattr(held, TCSANOW, &found) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(held, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// All output that the terminal has received since it was opened or since `forget` was called.
  public var received: String { String(decoding: output.withLock { $0 }, as: UTF8.self) }

  /// Discards the output that was received so far, so that `wait(for:)` waits for new output.
  public func forget() { output.withLock { $0 = [] } }

  /// Stops reading the program's output until `end` finds that the program has ended, like a
  /// stalled connection. The program's writes soon block.
  public func stall() { isStalled.withLock { $0 = true } }

  /// Whether the program's writes would block because its output isn't read.
  public var isFull: Bool {
    var file = pollfd(fd: held, events: Int16(POLLOUT), revents: 0)
    return poll(&file, 1, 0) == 0
  }

  /// Waits until the program's output contains a text. Throws `Missing` if it doesn't within the
  /// maximum waiting time.
  public nonisolated(nonsending) func wait(for text: String) async throws {
    var patience = WaitLimit(Self.patience)
    while !received.contains(text) {
      guard !patience.isOver() else {
        throw Missing(text: text, received: received)
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// The error of `wait(for:)` if the program's output didn't contain the text in time.
  public struct Missing: Error, CustomStringConvertible {
    let text: String
    let received: String
    /// A message with the missing text and the last output received.
    public var description: String {
      "Waited for “\(SafeText.visible(text))” in vain. Sent was: \(SafeText.visible(String(received.suffix(4000))))"
    }
  }

  // MARK: The program

  /// Sends the program a signal.
  public func kill(_ signal: Int32) {
    process.current.withLock(\.self)?.kill(signal)
  }

  /// Waits for the program's end and returns its exit code, or 128 plus the signal number if a
  /// signal ended it.
  @discardableResult public nonisolated(nonsending) func end() async throws -> Int32 {
    let end = try await programEnd()
    isStalled.withLock { $0 = false }
    try await readToEnd()
    return end.shellCode
  }

  /// Waits for a mark written after the output.
  private nonisolated(nonsending) func readToEnd() async throws {
    let mark = "\u{1B}_all is read\u{1B}\\"
    let bytes = Array(mark.utf8)
    guard write(held, bytes, bytes.count) == bytes.count else { return }
    try await wait(for: mark)
    output.withLock { $0.removeLast(bytes.count) }
  }

  private nonisolated(nonsending) func programEnd() async throws -> ProcessEnd {
    var patience = WaitLimit(Self.patience)
    while true {
      if let end = process.current.withLock({ $0?.reap() }) { return end }
      guard !patience.isOver() else { throw Missing(text: "its end", received: received) }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

private final class PseudoTerminalProgram: Sendable {
  let current = Mutex<Subprocess?>(nil)

  func end() {
    guard let process = current.withLock(\.self) else { return }
    process.killGroup()
    process.wait()
  }
}
