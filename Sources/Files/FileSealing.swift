/// Seals the contents of files, so that nobody reads or changes them without the key.
public protocol FileSealing: Sendable {
  /// Seals bytes.
  func seal(_ bytes: [UInt8]) throws -> [UInt8]
  /// Opens sealed bytes. Throws if they aren't those that `seal` made.
  func open(_ sealed: [UInt8]) throws -> [UInt8]
}
