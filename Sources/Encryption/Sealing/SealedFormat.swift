/// The format of encrypted bytes in files: the line that identifies the key, then nonce, ciphertext
/// and tag. Each slot and each copy can be opened by itself.
///
/// In format 2 the key is derived for a purpose, the purpose and a detail are authenticated, and
/// the plaintext is padded. In format 1, which is only read, one key is used for everything, and
/// only the generation is authenticated.
struct SealedFormat {
  let sealer: Sealer
  /// The purpose, for example "session" or "file answers".
  let purpose: String

  enum Refusal: String, Error {
    case otherKey = "it isn't sealed with this key"
    case changed = "what was sealed has been changed"
    case otherPlace = "it is another file's contents"
    case otherSession = "it is another session's"
  }

  /// Encrypts bytes, padded up to `limit` bytes. Throws `SealingError`.
  func seal(_ plain: consuming [UInt8], _ detail: String, limit: Int = .max) throws -> [UInt8] {
    var plain = plain
    Padding.add(to: &plain, limit: limit)
    return try sealer.seal(plain, for: purpose, authenticating: header(detail))
  }

  /// Decrypts bytes. Throws `Refusal`, and `SealingError` after the key was wiped.
  ///
  /// - Parameter generation: The generation that format 1 authenticates.
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

  /// The maximum size of a file with `count` bytes of contents, including title, padding and
  /// encryption.
  static func sealedLimit(_ count: Int) -> Int { Padding.length(of: count + 4096) + 512 }
}
