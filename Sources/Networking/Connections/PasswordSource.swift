public import Values

/// A source of a password when nobody is to be asked for it.
public struct PasswordSource: Sendable {
  /// Returns the password, or nil if the source has none.
  public let password: @Sendable () async throws -> Secret?
  /// True if the source may have another password when it is asked again.
  public let isRepeatable: Bool
  /// Forgets a password that the source gave: the server has refused it.
  public let forget: @Sendable (Secret) async -> Void

  /// A source.
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
