import CSystem
package import FoundationEssentials
package import Glibc
import Synchronization

/// A child process with a session or group of its own and no signal blocked or ignored.
/// Foundation's `Process` isn't used: it notices an end late, waits for background processes that a
/// program leaves behind, leaves the output in memory, and lets the program inherit other files.
package final class Subprocess: Sendable {
  package enum Group {
    /// A session of its own, so that it has no terminal.
    case session
    /// A session of its own at the pseudo-terminal with this name, which is also its three files.
    case terminal(String)
    /// A process group of its own in this session, which can be given the terminal.
    case group
    case member(of: Subprocess)
  }

  /// A standard file of the process.
  package enum File {
    case null
    case inherited
    case descriptor(Descriptor)
  }

  package let process: pid_t
  private let end = Mutex<ProcessEnd?>(nil)

  /// `path` is by default the first of `words`. PATH isn't searched.
  package init(
    _ words: [String], path: String? = nil, environment: [String: String],
    in group: Group = .session, input: File = .null, output: File = .null, errors: File = .null
  ) throws(POSIXError) {
    let null = try Descriptor(opening: "/dev/null", O_RDWR)
    defer { withExtendedLifetime((null, input, output, errors)) {} }
    let files: [Int32] = [input, output, errors].map { file in
      switch file {
      case .null: null.number
      case .inherited: -1
      case .descriptor(let descriptor): descriptor.number
      }
    }
    var (number, terminal): (pid_t, String?) = (-1, nil)
    switch group {
    case .session: break
    case .terminal(let name): terminal = name
    case .group: number = 0
    case .member(let other): number = other.process
    }
    var process = pid_t()
    let problem = CStrings.lend(words, environment) { argv, envp in
      reprise_spawn(&process, path ?? words[0], argv, envp, files, number, terminal)
    }
    guard problem == 0 else { throw POSIXError(number: problem) }
    self.process = process
  }

  /// Does nothing once the process was reaped: its number may be another process's then.
  package func kill(_ signal: Int32) {
    end.withLock { if $0 == nil { _ = Glibc.kill(process, signal) } }
  }

  package func killGroup(_ signal: Int32 = SIGKILL) {
    end.withLock { if $0 == nil { _ = Glibc.kill(-process, signal) } }
  }

  /// Returns the signal that stopped the process; `nil` once it has ended. Doesn't reap it.
  package func waitForStop() -> Int32? {
    while true {
      let signal = reprise_wait_for_change(process)
      // It may have continued already.
      if signal >= 0 { return signal == 0 ? nil : signal }
    }
  }

  /// Whether the process has ended and wasn't reaped yet.
  var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0
      && info.si_signo != 0
  }

  @discardableResult package func wait() -> ProcessEnd {
    while true {
      if let end = reap() { return end }
      while waitForStop() != nil {}
    }
  }

  package func reap() -> ProcessEnd? {
    end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      let reaped = waitpid(process, &status, WNOHANG)
      guard reaped != 0 else { return nil }
      if reaped > 0 {
        let signal = status & 0x7F
        end = signal == 0 ? .exit(code: status >> 8 & 0xFF) : .signal(signal)
      } else if errno != EINTR {
        end = .exit(code: -1)
      }
      return end
    }
  }

  /// Blocks SIGTTOU, which would stop a background process that changes the terminal.
  @discardableResult package static func fromBackground(_ change: () -> Bool) -> Bool {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return change()
  }
}

/// The way in which a child process ended: it exited by itself, or a signal ended it.
public enum ProcessEnd: Hashable, Sendable {
  /// The process exited by itself. The value is its exit code, or -1 if the system doesn't report
  /// how it ended.
  case exit(code: Int32)
  /// A signal ended the process. The value is the signal's number, such as `SIGKILL`.
  case signal(Int32)

  /// The number of the signal that ended the process; `nil` if it exited by itself. An exit code
  /// with which a shell reports a signal also counts.
  public var signal: Int32? {
    switch self {
    case .signal(let number): number
    case .exit(let code): (129..<160).contains(code) ? code - 128 : nil
    }
  }

  /// The exit code, or 128 plus the signal's number, as in shells.
  package var shellCode: Int32 {
    switch self {
    case .signal(let number): 128 + number
    case .exit(let code): code
    }
  }
}

package enum CStrings {
  /// The null-terminated arrays are valid only during the call.
  package static func lend<Value>(
    _ words: [String], _ environment: [String: String],
    _ body: (
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Value
  ) -> Value {
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    return body(&argv, &envp)
  }
}
