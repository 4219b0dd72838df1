public import Values

extension JSON.Limits {
  /// For snapshots, which hold little: anything large is somebody's mischief.
  ///
  /// As many values as fit into the largest slot, so that what was saved can be read back.
  public static let snapshot = JSON.Limits(
    depth: 32, values: 1 << 19, stringBytes: 1 << 20, allowsDuplicateKeys: false)
}
