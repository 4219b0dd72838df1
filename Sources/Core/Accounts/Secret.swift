/// A password or token, protected from being written to a file or log by mistake.
///
/// `Secret` is neither `Codable` nor `Equatable`, so a `RestorableState` or route that contains one
/// doesn't compile. When printed, it is shown as dots. Its bytes are overwritten when it is
/// released.
public final class Secret: Sendable {
  // Written only here and in `deinit`, so threads never access it concurrently.
  nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Creates a secret from a string. The memory of the string itself can't be overwritten.
  ///
  ///     Secret("sesame")
  public init(_ text: String) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
  }

  /// Creates a secret from a copy of bytes. The caller should overwrite the original.
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

  /// Calls a closure with the bytes of the secret. The closure must not store them.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(bytes))
  }

  /// Whether the secret is empty, such as a password that hasn't been entered.
  public var isEmpty: Bool { bytes.isEmpty }

  /// An optimizer would remove these writes.
  @inline(never) @_optimize(none)
  private static func overwrite(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots instead of the secret, so that printing doesn't reveal it.
  public var description: String { "•••" }
  /// Three dots instead of the secret, so that a debugger doesn't reveal it.
  public var debugDescription: String { "•••" }
  /// A mirror without children, so that `dump` doesn't reveal the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
