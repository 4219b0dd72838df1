public import Core
import Foundation

/// Prompts for a password on the terminal that started a command, even if its input and output are
/// redirected.
///
/// Not for applications with a screen: the screen prompts itself.
public struct TerminalPrompt: Sendable {
  /// Creates a prompt. Nothing is opened before a password is requested.
  public init() {}

  /// Prompts for one line, with echo turned off; `nil` if the line is empty, or if there is no
  /// terminal.
  ///
  /// If the process ends or stops during the prompt, except by SIGKILL, echo is turned on again,
  /// and what was typed of the password is discarded, so that the next program doesn't read it.
  /// Throws `PasswordError`, and `CancellationError`.
  @concurrent public func password(for account: Account) async throws -> Secret? {
    try await password(asking: TerminalPrompt.question(account))
  }

  /// Prompts with the text of `question`, like `password(for:)`. Control characters are removed
  /// from it.
  @concurrent public func password(asking question: String) async throws -> Secret? {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDWR) else { return nil }
    let alarm = try Alarm()
    let line = NoEchoInput(terminal, alarm, prompt: TerminalPrompt.safe(question))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // On its own thread, because it blocks.
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

  /// Removes what a terminal interprets: the account may come from a link.
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
