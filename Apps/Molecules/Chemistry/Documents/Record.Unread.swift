extension Record {
  /// The original bytes of an SDfile entry whose structure can't be read, to write it again.
  public struct Unread: Hashable, Sendable {
    /// The bytes of the whole entry, including its fields and, if present, the line `$$$$`.
    public let bytes: [UInt8]
    /// The name in the first line; empty if that line isn't a name.
    public let name: String
  }
}
