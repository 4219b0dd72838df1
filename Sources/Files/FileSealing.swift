/// Seals the contents of files, so that nobody reads or changes them without the key.
public protocol FileSealing: Sendable {
  func seal(_ bytes: [UInt8]) throws -> [UInt8]
  /// Throws if the bytes aren't what `seal` made.
  func open(_ sealed: [UInt8]) throws -> [UInt8]
}
