import Files
import Sealing

/// Seals the files of one folder in a vault. Each is sealed with the folder and its own name there, so that none opens in another's place.
///
/// Files have no generations: the one written last counts.
struct SealedFiles: FileSealing {
  private let form: SealedFormat
  /// Sees that what is sealed can be opened again.
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

  /// Opens a file's bytes. Throws `SealedFormat.Refusal`, and `SealingError` once the key is wiped.
  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8] {
    try form.open(sealed, name, generation: 0).plain
  }
}
