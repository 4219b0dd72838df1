public import Controllers

extension Arguments {
  /// Returns the sort order given with `--sort` as `COLUMN` or `COLUMN:desc`, otherwise `nil`.
  ///
  ///     try arguments.sort(by: SystemRow.columns, example: "created:desc") ?? ListSort("name")
  ///
  /// Throws `UsageError`, whose advice shows `example` as a valid order.
  public func sort<Row>(by columns: [Column<Row>], example: String) throws -> ListSort? {
    guard let text = value("sort") else { return nil }
    guard let sort = ListSort(text: text) else {
      throw UsageError(
        "“\(text)” is an invalid sort order",
        advice: "Write a column, or COLUMN:desc, for example \(example).")
    }
    try sort.require(among: columns)
    return sort
  }
}

extension ListSort {
  /// Throws `UsageError` if the order's column isn't among these columns.
  func require<Row>(among columns: [Column<Row>]) throws {
    guard self != .asReceived, !columns.contains(where: { $0.id == columnID }) else { return }
    let names = columns.map(\.id).joined(separator: ", ")
    throw UsageError("there is no column “\(columnID)”", advice: "There are: \(names).")
  }
}
