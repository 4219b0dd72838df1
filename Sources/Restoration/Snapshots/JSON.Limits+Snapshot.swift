public import Core

extension JSON.Limits {
  /// The limits for parsing snapshots, which protect against malicious files.
  ///
  /// The number of values suffices for the largest slot, so every saved snapshot can be read back.
  public static let snapshot = JSON.Limits(
    depth: 32, values: 1 << 19, stringBytes: 1 << 20, allowsDuplicateKeys: false)
}
