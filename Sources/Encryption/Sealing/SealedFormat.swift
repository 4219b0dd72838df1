import Core

/// The format of encrypted bytes in files: the line that identifies the key, nonce, ciphertext and
/// tag. Format 2 derives the key for a purpose, authenticates purpose and detail, and pads the
/// plaintext. Format 1, which is only read, has one key for everything.
struct SealedFormat {
  let sealer: Sealer
  /// "session" or "file answers".
  let purpose: String

  enum Refusal: String, Error {
    case otherKey = "it isn't sealed with this key"
    case changed = "the encrypted data was changed"
    case otherFile = "it is another file's contents"
    case otherSession = "it is another session's"
  }

  func seal(_ plain: consuming [UInt8], _ detail: String, limit: Int = .max) throws -> [UInt8] {
    var plain = plain
    Padding.add(to: &plain, limit: limit)
    return try sealer.seal(plain, for: purpose, authenticating: header(detail))
  }

  /// Throws `Refusal`. `generation` is the one that format 1 authenticates.
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

  /// The file includes title, padding and encryption.
  static func sealedLimit(_ count: Int) -> Int { Padding.length(of: count + 4096) + 512 }
}

/// Encrypts the files in one directory of a vault. The directory and the file's name are
/// authenticated, so files can't be substituted for one another. Files have no generation number:
/// an older version of the same file is accepted.
struct SealedFiles: FileSealing {
  private let form: SealedFormat
  /// Files encrypted after the vault was deleted couldn't be decrypted later.
  private let requireExists: @Sendable () throws -> Void

  init(
    _ sealer: Sealer, directory: String,
    requiring requireExists: @escaping @Sendable () throws -> Void = {}
  ) {
    form = SealedFormat(sealer: sealer, purpose: "file \(directory)")
    self.requireExists = requireExists
  }

  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    try requireExists()
    return try form.seal(bytes, name)
  }

  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8] {
    try form.open(sealed, name, generation: 0).plain
  }
}

/// Pads bytes before encryption, so that the length of the ciphertext reveals little: Padmé
/// (Nikitin and others, 2019) adds at most a sixteenth from the minimum on, and leaves few distinct
/// lengths. The padding is a byte 0x80, followed by zeros.
package enum Padding {
  static let minimum = 256
  private static let end: UInt8 = 0x80

  /// The padding is at least one byte, even for contents that reach the limit by themselves.
  package static func length(of count: Int, limit: Int = .max) -> Int {
    let least = max(minimum, count + 1)
    let exponent = Int.bitWidth - 1 - least.leadingZeroBitCount
    let significantBits = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << max(0, exponent - significantBits)) - 1
    let (padded, isTooLarge) = least.addingReportingOverflow(mask)
    return max(count + 1, min(isTooLarge ? least : padded & ~mask, limit))
  }

  package static func add(to bytes: inout [UInt8], limit: Int = .max) {
    let length = length(of: bytes.count, limit: limit)
    bytes.append(end)
    bytes.append(contentsOf: repeatElement(0, count: length - bytes.count))
  }

  package static func remove(from bytes: inout [UInt8]) -> Bool {
    guard let last = bytes.lastIndex(where: { $0 != 0 }), bytes[last] == end else { return false }
    bytes.removeLast(bytes.count - last)
    return true
  }
}
