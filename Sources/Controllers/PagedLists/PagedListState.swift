public import Restoration
public import Screens

/// The saved state of a paged list.
public struct PagedListState: RestorableState {
  /// The index of the top row in the server's list, counted from 0. The pages around it are loaded,
  /// and the rows found by their ids.
  public var top = 0
  /// The index of the selected row in the server's list, counted from 0; `nil` until it is known.
  /// It is used if the row is removed.
  public var selectedPlace: Int?
  /// The end of the list that the user is going to.
  public var destination: Destination?
  /// The index of the row that the user is going to by number, counted from 0.
  public var wantedPlace: Int?
  /// The state of the inner list; `nil` until it is first saved.
  public var list: ChildState?

  /// Creates the initial state of a paged list.
  public init() {}

  /// An end of a list.
  public enum Destination: String, Codable, Sendable {
    /// The first row, or the last.
    case first, last
  }
}
