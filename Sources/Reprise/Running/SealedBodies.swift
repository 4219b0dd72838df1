import Restoration
public import Sealing

/// Seals a session's bodies, and other files of a user's.
///
/// Each begins with the line that says how its key is found, so every slot and every copy can be opened by itself.
public struct SealedBodies: SnapshotSealing {
  private let sealer: Sealer

  public init(_ sealer: Sealer) { self.sealer = sealer }

  public func seal(_ body: [UInt8], generation: UInt64) throws -> [UInt8] {
    let heading = sealer.heading
    return heading + (try sealer.seal(body, authenticating: header(generation)))
  }

  public func open(_ sealed: [UInt8], generation: UInt64) throws -> [UInt8] {
    let heading = sealer.heading
    guard sealed.starts(with: heading) else {
      throw SnapshotProblem.unreadable("it isn't sealed with this key")
    }
    do {
      return try sealer.open(
        Array(sealed.dropFirst(heading.count)), authenticating: header(generation))
    } catch SealingProblem.changed {
      throw SnapshotProblem.unreadable("what was sealed has been changed")
    }
  }

  private func header(_ generation: UInt64) -> [UInt8] {
    sealer.heading + Array("generation \(generation)".utf8)
  }
}
