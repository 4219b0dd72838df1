import Foundation
public import Values

/// Asks for a password on the terminal that a command was started at, whatever its input and output are.
///
/// Not for applications whose screen has the terminal: the screen asks by itself.
public struct TerminalPrompt: Sendable {
  /// A prompt; nothing is opened before a password is asked for.
  public init() {}

  /// Asks for one line, which isn't shown; nil if nothing is typed, or if there is no terminal.
  ///
  /// However the process ends or stops meanwhile, short of SIGKILL, the terminal shows typing again; nothing of a
  /// password that was begun is left to whoever reads the terminal next. Throws `PasswordError`, and `CancellationError`.
  @concurrent public func password(for account: Account) async throws -> Secret? {
    try await password(asking: TerminalPrompt.question(account))
  }

  /// Asks in the words of `question`, as `password(for:)` does. The terminal obeys nothing in them.
  @concurrent public func password(asking question: String) async throws -> Secret? {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDWR) else { return nil }
    let alarm = try Alarm()
    let line = NoEchoInput(terminal, alarm, prompt: TerminalPrompt.safe(question))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own, since it waits.
        Thread { continuation.resume(with: Result { try line.read() }) }.start()
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
  }

  /// The prompt as a source of an account's password.
  public func source(for account: Account) -> PasswordSource {
    PasswordSource { try await password(for: account) }
  }

  private static func question(_ account: Account) -> String {
    let address = ServerAddress(account.server)
    return "Password for \(account.user) at \(address?.name ?? account.server): "
  }

  /// A text without anything that a terminal obeys: the account may come from a link.
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
