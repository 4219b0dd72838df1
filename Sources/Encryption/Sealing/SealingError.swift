public import FoundationEssentials
import Glibc

/// The error if bytes can't be encrypted or decrypted. After an error, don't write the bytes
/// unencrypted instead.
public enum SealingError: Error, Hashable, Sendable {
  /// The bytes couldn't be decrypted, because they were encrypted with another password.
  case wrongPassword
  /// No key could be derived, because the password is empty.
  case noPassword
  /// Decryption failed, because the sealed bytes or the authenticated header were changed or
  /// damaged.
  case changed
  /// Decryption failed, because the envelope in front of the sealed bytes was changed or damaged.
  case changedEnvelope
  /// Nothing could be decrypted, because the bytes don't begin with an envelope.
  case notSealed
  /// The bytes can't be decrypted, because a newer release of the program wrote them. `format` is
  /// the number of their format.
  case newer(format: Int)
  /// No key was derived, because the scrypt parameters in the envelope are too weak or too
  /// expensive. The value is the reason.
  case unsafeParameters(String)
  /// Encryption isn't available, because OpenSSL's libcrypto isn't installed. The value is the
  /// library's name.
  case missingLibrary(String)
  /// Encryption isn't available, because libcrypto couldn't be loaded: the process has too many
  /// open files.
  case tooManyFiles(library: String)
  /// Encryption isn't available, because libcrypto lacks functions. The second value is the reason.
  case selfCheckFailed(library: String, String)
  /// A call to libcrypto failed. The value names the operation ("deriving a key").
  case libraryFailed(String)
  /// Nothing was encrypted, because the operating system supplied no random bytes.
  case noRandomBytes
  /// The operation failed, because this many bytes of memory couldn't be allocated.
  case outOfMemory(bytes: Int)
  /// The operation failed, because the key was wiped from memory with `Sealer.wipe()`.
  case locked
}

extension SealingError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .wrongPassword: "The password is wrong: this was sealed with another one."
    case .noPassword: "There is no password to encrypt with."
    case .changed: "The encrypted data was changed or damaged."
    case .changedEnvelope: "The header of this encrypted file was changed or damaged."
    case .notSealed: "This isn't sealed."
    case .newer(let format):
      "This is sealed in format \(format); this release reads up to \(SealedEnvelope.format)."
    case .unsafeParameters(let reason): "Its key derivation is unsupported: \(reason)."
    case .missingLibrary(let name): "Sealing needs \(name), which isn't on this machine."
    case .tooManyFiles(let library):
      "Sealing needs \(library), which can't be opened: too many files are open."
    case .selfCheckFailed(let library, let reason): "\(library) isn't used: \(reason)."
    case .libraryFailed(let action): "OpenSSL failed at \(action)."
    case .noRandomBytes: "The system provides no random bytes to encrypt with."
    case .outOfMemory(let bytes):
      "There is too little memory to derive the key: it takes \(max(1, bytes >> 20)) MiB."
    case .locked: "This is locked: its key was wiped from memory."
    }
  }

  public var recoverySuggestion: String? {
    switch self {
    case .wrongPassword:
      "Enter the password it was saved with, or start over with --fresh."
    case .noPassword: "Enter a password, or save nothing with --ephemeral."
    case .changed, .changedEnvelope:
      "None of it was used. Restore the file from a backup, or start over with --fresh."
    case .notSealed: "Name a file that this application saved."
    case .newer: "Open it with a newer release, or start over with --fresh."
    case .unsafeParameters:
      "This application didn't write it. Restore the file from a backup, or start over with --fresh."
    case .missingLibrary, .selfCheckFailed:
      "\(SealingError.installation) Or save nothing with --ephemeral."
    case .tooManyFiles: "Allow more open files (ulimit -n 256), and try again."
    case .libraryFailed:
      "Nothing was encrypted or opened. If it persists, reinstall OpenSSL 3."
    case .noRandomBytes: "Nothing was encrypted. Try again; if it persists, restart the machine."
    case .outOfMemory: "Close something else, and try again."
    case .locked: "Enter the password again."
    }
  }

  private static let installation = """
    Install OpenSSL 3: the package libssl3 (Debian, Ubuntu; libssl3t64 in recent releases) or \
    openssl-libs (Fedora).
    """
}
