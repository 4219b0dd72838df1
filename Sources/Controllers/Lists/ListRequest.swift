/// What a command line asks of a list, once: it wins over the session, and isn't saved as its habit.
public struct ListRequest: Hashable, Sendable {
  public var filter: String?
  public var sort: ListSort?
  /// The id or the name of a row to open.
  public var name: String?

  public init(filter: String? = nil, sort: ListSort? = nil, name: String? = nil) {
    self.filter = filter
    self.sort = sort
    self.name = name
  }
}
