public import Files
public import Restoration
public import Sealing

/// Seals a session's bodies, and other files of a user's.
///
/// Each begins with the line that says how the key is found, so every slot and every copy can be opened by itself.
public struct SealedBodies: Sendable {
  private let sealer: Sealer

  /// Seals with a sealer's key, until the sealer is wiped.
  public init(_ sealer: Sealer) { self.sealer = sealer }

  /// The reason why bytes aren't those that were sealed.
  enum Refusal: String, Error {
    case otherKey = "it isn't sealed with this key"
    case changed = "what was sealed has been changed"
  }

  /// Opens sealed bytes. Throws `Refusal`, and `SealingProblem` once the key is wiped.
  private func opened(_ sealed: [UInt8], generation: UInt64) throws -> [UInt8] {
    let heading = sealer.heading
    guard sealed.starts(with: heading) else { throw Refusal.otherKey }
    do {
      return try sealer.open(
        Array(sealed.dropFirst(heading.count)), authenticating: header(generation))
    } catch SealingProblem.changed {
      throw Refusal.changed
    }
  }

  private func header(_ generation: UInt64) -> [UInt8] {
    sealer.heading + Array("generation \(generation)".utf8)
  }
}

extension SealedBodies: SnapshotSealing {
  public func seal(_ body: [UInt8], generation: UInt64) throws -> [UInt8] {
    let heading = sealer.heading
    return heading + (try sealer.seal(body, authenticating: header(generation)))
  }

  public func open(_ sealed: [UInt8], generation: UInt64) throws -> [UInt8] {
    do {
      return try opened(sealed, generation: generation)
    } catch let refusal as Refusal {
      throw SnapshotProblem.unreadable(refusal.rawValue)
    }
  }
}

/// Seals files as generation 0: a file has no generations, and the one written last counts.
extension SealedBodies: FileSealing {
  public func seal(_ bytes: [UInt8]) throws -> [UInt8] { try seal(bytes, generation: 0) }

  public func open(_ sealed: [UInt8]) throws -> [UInt8] { try opened(sealed, generation: 0) }
}
