public import Core

/// A source of a user's password, such as a command or a keyring. A ``Connection`` queries its
/// sources before the user is prompted.
public struct PasswordSource: Sendable {
  /// Returns the password; `nil` if the source has none.
  public let password: @Sendable () async throws -> Secret?
  /// Whether the source may return a different password the next time, as a command does. After the
  /// server rejected a password, only repeatable sources are queried again.
  public let isRepeatable: Bool
  /// Called with a password of this source that the server has rejected, so that the source can
  /// delete it.
  public let forget: @Sendable (Secret) async -> Void

  /// Creates a source from closures.
  ///
  ///     PasswordSource(isRepeatable: true) { try await command.password() }
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether the source may return a different password the next time.
  ///   - forget: Called with a password that the server has rejected; by default does nothing.
  ///   - password: Returns the password; `nil` if the source has none.
  public init(
    isRepeatable: Bool = false, forget: @escaping @Sendable (Secret) async -> Void = { _ in },
    _ password: @escaping @Sendable () async throws -> Secret?
  ) {
    self.isRepeatable = isRepeatable
    self.forget = forget
    self.password = password
  }
}

extension Secret {
  /// In bytes.
  static let longestPassword = 4096

  /// The first line; `nil` if it is empty. Throws `PasswordError`.
  func password(
    from origin: PasswordError.Origin, limit: Int = Secret.longestPassword
  ) throws -> Secret? {
    try withBytes { bytes in
      var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.count <= limit else { throw PasswordError.tooLong(origin, limit: limit) }
      guard Secret.isText(line) else { throw PasswordError.notText(origin) }
      return line.isEmpty ? nil : Secret(bytes: line)
    }
  }

  /// A `String` of the bytes would stay in memory. A zero byte is refused: it ends a C string.
  private static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): if scalar.elementsEqual(CollectionOfOne(0)) { return false }
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
