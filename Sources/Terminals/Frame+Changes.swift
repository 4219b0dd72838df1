extension Frame {
  /// The rows that look different from those of `previous`, from top to bottom.
  ///
  /// All rows, if there is no previous frame or its size is another.
  public func changedRows(since previous: Frame?) -> [Int] {
    guard let previous, previous.size == size else { return Array(0..<size.rows) }
    return (0..<size.rows).filter { row in
      cells(ofRow: row) != previous.cells(ofRow: row)
    }
  }
}
