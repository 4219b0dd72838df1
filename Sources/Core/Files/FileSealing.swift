/// Encrypts and authenticates the contents of files. Without the key, an encrypted file can't be
/// read. `open` rejects a file that was changed, or replaced by an encrypted file of another name.
public protocol FileSealing: Sendable {
  /// Encrypts the contents of a file. The result can only be decrypted with the same name.
  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8]
  /// Decrypts the contents of a file. Throws unless `seal` has encrypted them with the same name.
  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8]
}
