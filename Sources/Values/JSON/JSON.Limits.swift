extension JSON {
  /// The most that a text may ask of its reader. A text beyond is a `JSON.Malformed`, never a crash.
  public struct Limits: Sendable {
    /// The depth to which arrays and objects may be nested.
    public var depth: Int
    /// The number of values in all.
    public var values: Int
    /// The number of bytes of one string, as it is written.
    public var stringBytes: Int
    /// True if a key may stand twice in an object; the last one counts.
    public var allowsDuplicateKeys: Bool
    /// The memory that the text and its values may take together, in bytes. What a value takes is reckoned, and rather too high.
    public var memory: Int

    /// Creates limits.
    ///
    ///     JSON.Limits(depth: 100, values: 10_000, stringBytes: 1 << 20, allowsDuplicateKeys: false)
    public init(
      depth: Int, values: Int, stringBytes: Int, allowsDuplicateKeys: Bool, memory: Int = 384 << 20
    ) {
      self.depth = depth
      self.values = values
      self.stringBytes = stringBytes
      self.allowsDuplicateKeys = allowsDuplicateKeys
      self.memory = memory
    }

    /// The limits for answers of servers: generous, but bounded. Foundation's own reader stops at the same depth.
    public static let answer = Limits(
      depth: 512, values: 50_000_000, stringBytes: 64 << 20, allowsDuplicateKeys: true)
  }
}
