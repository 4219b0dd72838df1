/// A command line's request for a list, valid once: it wins over the session's state, and isn't saved in it.
public struct ListRequest: Hashable, Sendable {
  /// The filter to apply; nil for the session's.
  public var filter: String?
  /// The order; nil for the session's.
  public var sort: ListSort?
  /// The id or the name of a row to open.
  public var name: String?
  /// The id of a row to select, because a screen above the list is about it; if the list hasn't got the row, the session's stays selected.
  public var selectedID: String?

  /// Creates a request.
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
