import CSystem
package import Core
import Glibc

/// A prompt for a password, for commands without a full-screen interface. It uses the terminal that
/// started the command, even if the command's input and output are redirected.
package struct TerminalPrompt: Sendable {
  public init() {}

  /// `nil` if the user enters nothing, or if there is no terminal.
  ///
  /// If a signal other than SIGKILL ends or stops the process during the prompt, echo is turned on
  /// again. The characters already typed are discarded, so that the next program doesn't read them.
  /// Throws `PasswordError` if the password is too long or isn't text, and `CancellationError`.
  @concurrent public func password(for account: Account) async throws -> Secret? {
    try await password(asking: TerminalPrompt.prompt(account))
  }

  /// Control characters are removed from the text.
  @concurrent public func password(asking prompt: String) async throws -> Secret? {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDWR) else { return nil }
    let alarm = try WakeupPipe()
    let line = NoEchoInput(terminal, alarm, prompt: TerminalPrompt.safe(prompt))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // On its own thread, because it blocks.
        BlockingThread.start { continuation.resume(with: Result { try line.read() }) }
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
  }

  public func source(for account: Account) -> PasswordSource {
    PasswordSource { try await password(for: account) }
  }

  private static func prompt(_ account: Account) -> String {
    let address = ServerAddress(account.server)
    return "Password for \(account.user) at \(address?.name ?? account.server): "
  }

  /// The account may come from a link.
  private static func safe(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
      default: true
      }
    }
    return String(String.UnicodeScalarView(plain))
  }
}

/// Reads one line from a terminal with echo turned off, on its own thread.
struct NoEchoInput: Sendable {
  private let terminal: Descriptor
  private let alarm: WakeupPipe
  private let prompt: String
  /// A terminal cuts lines off at 4096 bytes including the end, so a longer line may be incomplete.
  private static let limit = 4094

  init(_ terminal: Descriptor, _ alarm: WakeupPipe, prompt: String) {
    self.terminal = terminal
    self.alarm = alarm
    self.prompt = prompt
  }

  private enum Reply {
    case line(Secret)
    case interrupted(Set<WakeupPipe.Cause>)
  }

  /// Without the line's end; `nil` if the line is empty, or the terminal can't be used. Throws
  /// `PasswordError`, and `CancellationError`.
  func read() throws -> Secret? {
    NoEchoInput.hearSignals()
    while isInForeground {
      guard let answer = try ask() else { return nil }
      switch answer {
      case .line(let line): return try line.password(from: .terminal, limit: NoEchoInput.limit)
      case .interrupted(let causes):
        if causes.contains(.cancelled) { throw CancellationError() }
        // The process stops here, and prompts again when it continues.
        if causes.contains(.stopped) { reprise_stop_job() }
      }
    }
    return nil
  }

  static func hearSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU] {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// In the background, the process stops here until it is in the foreground. If it can't stop, no
  /// shell can bring it there.
  private var isInForeground: Bool {
    if tcgetpgrp(terminal.number) == getpgrp() { return true }
    raise(SIGTTOU)
    return tcgetpgrp(terminal.number) == getpgrp()
  }

  /// `nil` if the terminal is in use or gone.
  private func ask() throws -> Reply? {
    let buffer = try SecretBuffer(limit: Secret.longestPassword)
    var found = termios()
    guard tcgetattr(terminal.number, &found) == 0,
      reprise_rescue_arm(terminal.number, "\n", 1) == 0
    else { return nil }
    reprise_rescue_drop_input()
    let canStop = reprise_stops_catch(
      alarm.writingDescriptor, WakeupPipe.Cause.stopped.rawValue,
      WakeupPipe.Cause.continued.rawValue)
    defer {
      // TCSANOW: draining the output could block forever.
      tcflush(terminal.number, TCIFLUSH)
      tcsetattr(terminal.number, TCSANOW, &found)
      write("\n")
      reprise_stops_release()
      reprise_rescue_disarm()
    }
    var hidden = found
    hidden.c_lflag |= tcflag_t(ICANON | ISIG)
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    hidden.c_iflag |= tcflag_t(ICRNL)
    let stopKey = canStop ? reprise_stops_end_line(&hidden) : 0
    // TCSAFLUSH: discards what was typed while echo was on.
    guard tcsetattr(terminal.number, TCSAFLUSH, &hidden) == 0 else { return nil }
    write(prompt)
    return waitForLine(buffer, stopKey: stopKey)
  }

  private func waitForLine(_ buffer: SecretBuffer, stopKey: UInt8) -> Reply? {
    while true {
      var waits = [alarm.descriptor, terminal.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&waits, nfds_t(waits.count), -1)
      let causes = alarm.take()
      if !causes.isEmpty { return .interrupted(causes) }
      guard waits[1].revents != 0 else { continue }
      let got = buffer.read(from: terminal.number)
      if got < 0, errno == EINTR || errno == EAGAIN { continue }
      guard got >= 0 else { return nil }
      if got > 0, stopKey != 0, buffer.bytes.last == stopKey { return .interrupted([.stopped]) }
      // Ctrl-D ends a line, too.
      if got == 0 || buffer.bytes.last == UInt8(ascii: "\n") { return .line(buffer.secret) }
    }
  }

  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(terminal.number, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
