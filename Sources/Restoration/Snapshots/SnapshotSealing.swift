/// Seals the bodies of a session's file, so that nobody reads or changes them without the key. `SealedBodies` in Vaults does it.
///
/// The session's name and the generation are sealed along: neither another session's body nor an older one can be passed off as this one.
public protocol SnapshotSealing: Sendable {
  /// Seals a body, with the name of its session and its generation.
  func seal(_ body: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
  /// Opens a sealed body. Throws `SnapshotError.unreadable` if the bytes aren't those that `seal` made for that session and generation.
  func open(_ sealed: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
}
