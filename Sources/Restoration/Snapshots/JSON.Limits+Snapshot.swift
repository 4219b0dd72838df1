public import Values

extension JSON.Limits {
  /// The limits for snapshots, which hold little: anything large is somebody's mischief.
  ///
  /// As many values are allowed as fit into the largest slot, so that every saved snapshot can be read back.
  public static let snapshot = JSON.Limits(
    depth: 32, values: 1 << 19, stringBytes: 1 << 20, allowsDuplicateKeys: false)
}
