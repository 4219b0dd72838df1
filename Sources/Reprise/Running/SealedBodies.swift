import Restoration
public import Sealing

/// Seals a session's bodies with a key made from a password.
///
/// Each begins with the line that says how the key was made, so every slot and every copy can be opened by itself.
public struct SealedBodies: SnapshotSealing {
  private let sealer: Sealer

  public init(_ sealer: Sealer) { self.sealer = sealer }

  public func seal(_ body: [UInt8], generation: UInt64) throws -> [UInt8] {
    let envelope = sealer.envelope.bytes
    return envelope + (try sealer.seal(body, authenticating: header(generation)))
  }

  public func open(_ sealed: [UInt8], generation: UInt64) throws -> [UInt8] {
    let envelope = sealer.envelope.bytes
    guard sealed.starts(with: envelope) else {
      throw SnapshotProblem.unreadable("it isn't sealed with this key")
    }
    do {
      return try sealer.open(
        Array(sealed.dropFirst(envelope.count)), authenticating: header(generation))
    } catch SealingProblem.changed {
      throw SnapshotProblem.unreadable("what was sealed has been changed")
    }
  }

  private func header(_ generation: UInt64) -> [UInt8] {
    sealer.envelope.bytes + Array("generation \(generation)".utf8)
  }
}
