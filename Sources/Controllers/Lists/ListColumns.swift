/// The columns of a list whose source determines them, such as the fields of a file.
public struct ListColumns<Row: Sendable>: Sendable {
  /// The columns, from left to right. The first names the row.
  public let columns: [Column<Row>]
  /// The ids of the columns that are hidden initially; `nil` if the user can't choose columns.
  public let hiddenIDs: [String]?

  /// Creates columns.
  ///
  ///     var content = ListContent(rows: records, noun: ("record", "records"))
  ///     content.columns = ListColumns(columns(of: file), hiddenIDs: [])
  public init(_ columns: [Column<Row>], hiddenIDs: [String]? = nil) {
    self.columns = columns
    self.hiddenIDs = hiddenIDs
  }
}
