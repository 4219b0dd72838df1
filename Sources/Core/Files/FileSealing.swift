/// Encrypts and authenticates file contents. A sealed file can't be read or changed without the
/// key, nor substituted for a file of another name.
public protocol FileSealing: Sendable {
  /// Encrypts the contents of the file called `name`.
  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8]
  /// Decrypts sealed bytes. Throws unless `seal` made them for the same name.
  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8]
}
