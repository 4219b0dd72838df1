public import Core

/// A source of a password other than prompting the user, such as a command or a keyring.
public struct PasswordSource: Sendable {
  /// Returns the password, or nil if the source has none.
  public let password: @Sendable () async throws -> Secret?
  /// Whether the source may return another password if it is queried again.
  public let isRepeatable: Bool
  /// Called if the server rejects a password that this source returned, so that the source forgets
  /// it.
  public let forget: @Sendable (Secret) async -> Void

  /// Creates a source.
  ///
  ///     PasswordSource(isRepeatable: true) { try await command.password() }
  public init(
    isRepeatable: Bool = false, forget: @escaping @Sendable (Secret) async -> Void = { _ in },
    _ password: @escaping @Sendable () async throws -> Secret?
  ) {
    self.isRepeatable = isRepeatable
    self.forget = forget
    self.password = password
  }
}
