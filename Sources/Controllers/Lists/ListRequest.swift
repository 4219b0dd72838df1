/// The command line's options for a list. They override the session's state once, and aren't saved.
public struct ListRequest: Hashable, Sendable {
  /// The filter; `nil` for the session's.
  public var filter: String?
  /// The order; `nil` for the session's.
  public var sort: ListSort?
  /// The id or the name of a row to open.
  public var name: String?
  /// The id of a row to select, because a screen above the list shows it. If the list lacks that
  /// row, the session's selection stays.
  public var selectedID: String?

  /// Creates options for a list.
  ///
  ///     ListRequest(filter: "anna", sort: ListSort("date", isDescending: true))
  public init(
    filter: String? = nil, sort: ListSort? = nil, name: String? = nil, selectedID: String? = nil
  ) {
    self.filter = filter
    self.sort = sort
    self.name = name
    self.selectedID = selectedID
  }
}
