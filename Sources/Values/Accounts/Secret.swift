/// A password or a token: a text that must never be written anywhere.
///
/// It isn't Codable and isn't Equatable, so no `RestorableState` and no route that holds one compiles; and it prints as dots,
/// also where something that holds it is printed. Its bytes are overwritten when nobody holds it any more.
public final class Secret: Sendable {
  // Written only here and in `deinit`, so no two threads ever meet at it.
  nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Creates a secret from a text, which the caller can't wipe.
  ///
  ///     Secret("sesame")
  public init(_ text: String) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
  }

  /// Creates a secret from a copy of bytes; the caller wipes the bytes.
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

  /// Calls `body` with the bytes; it must not keep them.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(bytes))
  }

  /// True if there are no bytes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Overwrites the bytes with zeros. Not optimised: nobody reads them again, so the optimiser would leave this out.
  @inline(never) @_optimize(none)
  private static func overwrite(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots, whatever the secret is.
  public var description: String { "•••" }
  /// Three dots, whatever the secret is.
  public var debugDescription: String { "•••" }
  /// A mirror without children, so that no dump shows the bytes.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
