/// The columns of a list that only its source knows, such as the fields of a file.
public struct ListColumns<Row: Sendable>: Sendable {
  /// The columns, from the left. The first names the row.
  public let columns: [Column<Row>]
  /// The ids of those that are hidden until the person shows them; nil if columns can't be chosen.
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
