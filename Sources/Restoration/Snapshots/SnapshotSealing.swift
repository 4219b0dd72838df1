/// Seals the bodies of a session's file, so that nobody reads or changes them without the key. `SealedBodies` in Vaults does it.
///
/// The generation is sealed along: an older body can't be passed off as a newer one.
public protocol SnapshotSealing: Sendable {
  /// Seals a body, with its generation.
  func seal(_ body: [UInt8], generation: UInt64) throws -> [UInt8]
  /// Opens a sealed body. Throws `SnapshotProblem.unreadable` if the bytes aren't those that `seal` made for that generation.
  func open(_ sealed: [UInt8], generation: UInt64) throws -> [UInt8]
}
