extension Frame {
  /// Returns the rows that look different from those of `previous`, from top to bottom.
  ///
  /// All rows, if there is no previous frame or its size is another.
  public func changedRows(since previous: Frame?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { !isRow($0, asIn: previous) }
  }

  /// Returns the stretches of a row that look different from `previous`, from left to right, whole clusters only.
  ///
  /// All columns, if there is no previous frame or its size is another. Stretches with next to nothing between them are one.
  public func changedColumns(ofRow row: Int, since previous: Frame?) -> [Range<Int>] {
    guard size.columns > 0 else { return [] }
    guard let previous, previous.size == size else { return [0..<size.columns] }
    let start = row * size.columns
    // Buffers, not arrays: this looks at every cell of every changed row before each paint.
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
      // Half a wide cluster can't be painted. A stretch never begins with the second half: that is as it was, if the first half is.
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

  /// The least number of cells between two stretches: fewer cost less to paint again than to step over.
  private static let leastGap = 3

  /// Tells whether a row looks as it does in another frame of the same size.
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
    one.size == other.size && one.cursor == other.cursor && one.images == other.images
      && (0..<one.size.rows).allSatisfy { one.isRow($0, asIn: other) }
  }

  public func hash(into hasher: inout Hasher) {
    glyphs.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
