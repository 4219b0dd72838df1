import Sealing

/// The form in which files hold sealed bytes: the line that says how the key is found, then nonce, ciphertext and tag. So every slot and
/// every copy can be opened by itself.
///
/// In format 2 the key is derived for a purpose, the purpose and a detail of it are authenticated along, and the length is padded. In
/// format 1, which is read and never written, the key is everything's, and the generation alone is authenticated along.
struct SealedFormat {
  let sealer: Sealer
  /// The purpose: "session", "file answers".
  let purpose: String

  /// The reason why bytes aren't those that were sealed.
  enum Refusal: String, Error {
    case otherKey = "it isn't sealed with this key"
    case changed = "what was sealed has been changed"
    case otherPlace = "it is another file's contents"
    case otherSession = "it is another session's"
  }

  /// Seals bytes; beyond `limit` bytes they aren't padded. Throws `SealingError`.
  func seal(_ plain: consuming [UInt8], _ detail: String, limit: Int = .max) throws -> [UInt8] {
    var plain = plain
    Padding.add(to: &plain, limit: limit)
    return try sealer.seal(plain, for: purpose, authenticating: header(detail))
  }

  /// Opens sealed bytes. Throws `Refusal`, and `SealingError` once the key is wiped.
  ///
  /// - Parameter generation: The generation that format 1 would have authenticated.
  func open(
    _ sealed: [UInt8], _ detail: String, generation: UInt64
  ) throws -> (plain: [UInt8], format: Int) {
    do {
      if sealed.starts(with: sealer.heading) {
        var plain = try sealer.open(
          Array(sealed.dropFirst(sealer.heading.count)), for: purpose,
          authenticating: header(detail))
        guard Padding.remove(from: &plain) else { throw Refusal.changed }
        return (plain, 2)
      }
      guard sealed.starts(with: sealer.earlierHeading) else { throw Refusal.otherKey }
      let header = sealer.earlierHeading + Array("generation \(generation)".utf8)
      return (
        try sealer.open(
          Array(sealed.dropFirst(sealer.earlierHeading.count)), authenticating: header), 1
      )
    } catch SealingError.changed {
      throw Refusal.changed
    }
  }

  private func header(_ detail: String) -> [UInt8] {
    sealer.heading + Array("\(purpose) \(detail)".utf8)
  }

  /// The most bytes of a file that holds so many before they are sealed and padded.
  static func sealedLimit(_ count: Int) -> Int { Padding.length(of: count + 4096) + 512 }
}
