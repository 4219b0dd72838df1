public import Values

/// Where a password comes from when nobody is to be asked for it.
public struct PasswordSource: Sendable {
  /// The password, or nil if there is none there.
  public let password: @Sendable () async throws -> Secret?

  public init(_ password: @escaping @Sendable () async throws -> Secret?) {
    self.password = password
  }
}
