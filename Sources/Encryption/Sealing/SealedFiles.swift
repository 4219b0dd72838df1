import Core

/// Encrypts the files in one directory of a vault. The directory and the file's name are
/// authenticated, so files can't be substituted for one another.
///
/// Files have no generation number: an older version of the same file is accepted.
struct SealedFiles: FileSealing {
  private let form: SealedFormat
  /// Throws if the vault was deleted, because files encrypted now couldn't be decrypted later.
  private let requireKept: @Sendable () throws -> Void

  init(
    _ sealer: Sealer, directory: String,
    requiring requireKept: @escaping @Sendable () throws -> Void = {}
  ) {
    form = SealedFormat(sealer: sealer, purpose: "file \(directory)")
    self.requireKept = requireKept
  }

  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8] {
    try requireKept()
    return try form.seal(bytes, name)
  }

  /// Decrypts a file's bytes. Throws `SealedFormat.Refusal`, and `SealingError` after the key was
  /// wiped.
  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8] {
    try form.open(sealed, name, generation: 0).plain
  }
}
