import Foundation
public import Values

/// Asks for a password on the terminal that a command was started at, whatever its input and output are.
///
/// Where a screen has the terminal nobody is asked: it asks by itself.
public struct TerminalPrompt: Sendable {
  public init() {}

  /// What the person types in one line, which isn't shown; nil if that is nothing, or if there is no terminal.
  ///
  /// However the process ends or stops meanwhile, short of SIGKILL, the terminal shows again what is typed; nothing of a
  /// password that was begun is left to whoever reads it next. Throws `PasswordProblem`, and `CancellationError`.
  @concurrent public func password(for account: Account) async throws -> Secret? {
    try await password(asking: TerminalPrompt.question(account))
  }

  /// The same, in other words. Nothing in them is obeyed by the terminal.
  @concurrent public func password(asking question: String) async throws -> Secret? {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDWR) else { return nil }
    let alarm = try Alarm()
    let line = HiddenLine(terminal, alarm, prompt: TerminalPrompt.safe(question))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A thread of its own, since it waits.
        Thread { continuation.resume(with: Result { try line.read() }) }.start()
      }
    } onCancel: {
      alarm.ring(.cancelled)
    }
  }

  public func source(for account: Account) -> PasswordSource {
    PasswordSource { try await password(for: account) }
  }

  private static func question(_ account: Account) -> String {
    let address = ServerAddress(account.server)
    return "Password for \(account.user) at \(address?.name ?? account.server): "
  }

  /// The account may come from a link: nothing in it is to be obeyed by the terminal.
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
