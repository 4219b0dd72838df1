/// Encrypts and authenticates the bodies of a session's file. Implemented by `SealedBodies` in
/// Vaults.
///
/// The session's name and the generation are authenticated: another session's body or an older body
/// can't be substituted.
public protocol SnapshotSealing: Sendable {
  /// Encrypts a body of the given session and generation.
  func seal(_ body: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
  /// Decrypts a body. Throws `SnapshotError.unreadable` unless `seal` made the bytes for the same
  /// session and generation.
  func open(_ sealed: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
}
