extension JSON {
  /// The limits for parsing JSON. Text beyond them throws `JSON.Malformed`.
  public struct Limits: Sendable {
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int
    /// The maximum number of values in total.
    public var values: Int
    /// The maximum length of one string in bytes, as written, including escapes.
    public var stringBytes: Int
    /// Whether an object may contain a key twice. The last one counts.
    public var allowsDuplicateKeys: Bool
    /// The maximum memory for the text and its values together, in bytes. The memory of a value is
    /// estimated, rather too high.
    public var memory: Int

    /// Creates limits.
    ///
    ///     JSON.Limits(depth: 100, values: 10_000, stringBytes: 1 << 20,
    ///       allowsDuplicateKeys: false)
    public init(
      depth: Int, values: Int, stringBytes: Int, allowsDuplicateKeys: Bool, memory: Int = 384 << 20
    ) {
      self.depth = depth
      self.values = values
      self.stringBytes = stringBytes
      self.allowsDuplicateKeys = allowsDuplicateKeys
      self.memory = memory
    }

    /// The limits for server responses: generous, but bounded. Foundation has the same depth limit.
    public static let answer = Limits(
      depth: 512, values: 50_000_000, stringBytes: 64 << 20, allowsDuplicateKeys: true)
  }
}
