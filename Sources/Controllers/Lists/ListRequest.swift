/// A command line's request for a list, valid once: it wins over the session's state, and isn't saved in it.
public struct ListRequest: Hashable, Sendable {
  /// The filter to apply; nil for the session's.
  public var filter: String?
  /// The order; nil for the session's.
  public var sort: ListSort?
  /// The id or the name of a row to open.
  public var name: String?

  /// Creates a request.
  public init(filter: String? = nil, sort: ListSort? = nil, name: String? = nil) {
    self.filter = filter
    self.sort = sort
    self.name = name
  }
}
