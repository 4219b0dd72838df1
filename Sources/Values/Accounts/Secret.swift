/// A password or a token: what must never be written anywhere.
///
/// It isn't Codable and isn't Equatable, so no `RestorableState` and no route that holds one compiles; and it prints as dots,
/// also where something that holds it is printed. Its bytes are overwritten when nobody holds it any more.
public final class Secret: Sendable {
  // Written only here and in `deinit`, so no two threads ever meet at it.
  nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

  public init(_ text: String) {
    bytes = .allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
  }

  /// Keeps a copy of bytes that whoever has them wipes.
  public init(bytes original: some Collection<UInt8>) {
    bytes = .allocate(capacity: original.count)
    _ = bytes.initialize(from: original)
  }

  deinit {
    Secret.overwrite(bytes)
    bytes.deallocate()
  }

  /// Shows the bytes to `body`, which must not keep them.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows
    -> Result
  {
    try body(UnsafeBufferPointer(bytes))
  }

  public var isEmpty: Bool { bytes.isEmpty }

  /// Not optimised: nobody reads what is written, which is reason enough to leave it out.
  @inline(never) @_optimize(none)
  private static func overwrite(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices { bytes[index] = 0 }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
