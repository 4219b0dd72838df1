public import Restoration

/// What a list that comes in pieces remembers.
public struct PagedListState: RestorableState {
  /// Where the first row shown stands in the server's list, counted from 0: the pages around it are fetched, and the rows found by their ids.
  public var top = 0
  /// The end of the list that is being gone to.
  public var destination: Destination?
  public var list: SavedPart?

  public init() {}

  /// An end of a list.
  public enum Destination: String, Codable, Sendable {
    case first, last
  }
}
