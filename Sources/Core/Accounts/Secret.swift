/// A password or token, which must never be written to a file or log.
///
/// `Secret` is neither `Codable` nor `Equatable`, so a `RestorableState` or route that contains one
/// doesn't compile. It prints as dots, even inside other values. Its bytes are overwritten when it
/// is released.
public final class Secret: Sendable {
  // Written only here and in `deinit`, so threads never access it concurrently.
  nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Creates a secret from a string. The string itself can't be wiped.
  ///
  ///     Secret("sesame")
  public init(_ text: String) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
  }

  /// Creates a secret from a copy of bytes. The caller wipes the original.
  ///
  ///     Secret(bytes: line.utf8)
  public init(bytes original: some Collection<UInt8>) {
    bytes = .allocate(capacity: original.count)
    _ = bytes.initialize(from: original)
  }

  deinit {
    Secret.overwrite(bytes)
    bytes.deallocate()
  }

  /// Calls `body` with the bytes, which must not be stored.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(bytes))
  }

  /// Whether the secret has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// An optimizer would remove these writes.
  @inline(never) @_optimize(none)
  private static func overwrite(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always three dots.
  public var description: String { "•••" }
  /// Always three dots.
  public var debugDescription: String { "•••" }
  /// A mirror without children, so that `dump` doesn't show the bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
