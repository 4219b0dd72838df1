public import Values

/// Where a password comes from when nobody is to be asked for it.
public struct PasswordSource: Sendable {
  /// The password, or nil if there is none there.
  public let password: @Sendable () async throws -> Secret?
  /// Tells whether the source may have another password when it is asked again.
  public let isRepeatable: Bool

  /// A source.
  ///
  ///     PasswordSource(isRepeatable: true) { try await command.password() }
  public init(
    isRepeatable: Bool = false, _ password: @escaping @Sendable () async throws -> Secret?
  ) {
    self.isRepeatable = isRepeatable
    self.password = password
  }
}
