extension JSON {
  /// How much a text may ask of its reader. What goes beyond is a `JSON.Malformed`, never a crash.
  public struct Limits: Sendable {
    /// How deep arrays and objects may stand in each other.
    public var depth: Int
    /// How many values there may be in all.
    public var values: Int
    /// How many bytes one string may have, as it is written.
    public var stringBytes: Int
    public var allowsDuplicateKeys: Bool

    public init(depth: Int, values: Int, stringBytes: Int, allowsDuplicateKeys: Bool) {
      self.depth = depth
      self.values = values
      self.stringBytes = stringBytes
      self.allowsDuplicateKeys = allowsDuplicateKeys
    }

    /// For answers of servers: generous, but bounded. Foundation's own reader stops at the same depth.
    public static let answer = Limits(
      depth: 512, values: 50_000_000, stringBytes: 64 << 20, allowsDuplicateKeys: true)
  }
}
