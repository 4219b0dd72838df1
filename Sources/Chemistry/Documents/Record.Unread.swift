extension Record {
  /// An entry of an SDfile whose structure can't be read, as it stands in its file: so that nothing of it is lost where it is written anew.
  public struct Unread: Hashable, Sendable {
    /// The bytes of the whole entry, fields and the line `$$$$` included, where it has one.
    public let bytes: [UInt8]
    /// The name on the first line; empty where that says none.
    public let name: String
  }
}
