extension Frame {
  /// Returns the rows that differ from those of `previous`, from top to bottom.
  ///
  /// Returns all rows if `previous` is `nil` or has another size.
  public func changedRows(since previous: Frame?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { !isRow($0, asIn: previous) }
  }

  /// Returns the column ranges of a row that differ from `previous`, left to right. Never splits a
  /// wide cluster.
  ///
  /// Returns all columns if `previous` is `nil` or has another size. Ranges close together are
  /// merged.
  public func changedColumns(ofRow row: Int, since previous: Frame?) -> [Range<Int>] {
    guard size.columns > 0 else { return [] }
    guard let previous, previous.size == size else { return [0..<size.columns] }
    let start = row * size.columns
    // Uses buffers because this reads every cell of every changed row before each paint.
    return glyphs.withUnsafeBufferPointer { now in
      previous.glyphs.withUnsafeBufferPointer { before in
        Frame.stretches(of: size.columns) { column in
          let index = start + column
          return now[index] != before[index]
            || (now[index].isCluster && clusters[index] != previous.clusters[index])
        } isContinuation: { column in
          now[start + column].isContinuation
        }
      }
    }
  }

  private static func stretches(
    of columns: Int, isChanged: (Int) -> Bool, isContinuation: (Int) -> Bool
  ) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var column = 0
    while column < columns {
      guard isChanged(column) else {
        column += 1
        continue
      }
      let start = column
      var end = column + 1
      while end < columns, isChanged(end) { end += 1 }
      // Half a wide cluster can't be painted. A range never begins with the right half: if the left
      // half is unchanged, so is the right.
      while end < columns, isContinuation(end) { end += 1 }
      if let last = stretches.last, start - last.upperBound < leastGap {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(start..<end)
      }
      column = end
    }
    return stretches
  }

  /// The minimum gap between two ranges: repainting fewer cells is cheaper than moving the cursor.
  private static let leastGap = 3

  private func isRow(_ row: Int, asIn other: Frame) -> Bool {
    let indices = indices(ofRow: row)
    guard glyphs[indices] == other.glyphs[indices] else { return false }
    if clusters.isEmpty { return true }
    // Equal glyphs are either clusters in both frames or in neither.
    return indices.allSatisfy { index in
      !glyphs[index].isCluster || clusters[index] == other.clusters[index]
    }
  }
}

extension Frame: Hashable {
  public static func == (one: Frame, other: Frame) -> Bool {
    one.size == other.size && one.cursor == other.cursor && one.images == other.images
      && (0..<one.size.rows).allSatisfy { one.isRow($0, asIn: other) }
  }

  public func hash(into hasher: inout Hasher) {
    glyphs.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
