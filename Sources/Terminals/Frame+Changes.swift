extension Frame {
  /// The rows that look different from those of `previous`, from top to bottom.
  ///
  /// All rows, if there is no previous frame or its size is another.
  public func changedRows(since previous: Frame?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { !isRow($0, asIn: previous) }
  }

  /// Whether a row looks as it does in another frame of the same size.
  private func isRow(_ row: Int, asIn other: Frame) -> Bool {
    let indices = indices(ofRow: row)
    guard glyphs[indices] == other.glyphs[indices] else { return false }
    if clusters.isEmpty { return true }
    // Equal glyphs are clusters in both frames or in neither.
    return indices.allSatisfy { index in
      !glyphs[index].isCluster || clusters[index] == other.clusters[index]
    }
  }
}

extension Frame: Hashable {
  public static func == (one: Frame, other: Frame) -> Bool {
    one.size == other.size && one.cursor == other.cursor
      && (0..<one.size.rows).allSatisfy { one.isRow($0, asIn: other) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(cursor)
    glyphs.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
