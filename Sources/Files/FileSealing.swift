/// Seals the contents of files, so that nobody reads or changes them without the key, nor puts one in another's place.
public protocol FileSealing: Sendable {
  /// Seals the bytes of the file of that name in its folder.
  func seal(_ bytes: [UInt8], as name: String) throws -> [UInt8]
  /// Opens sealed bytes. Throws if they aren't those that `seal` made for the same name.
  func open(_ sealed: [UInt8], as name: String) throws -> [UInt8]
}
