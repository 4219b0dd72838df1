public import Restoration
public import Screens

/// The saved state of a list that comes in pieces.
public struct PagedListState: RestorableState {
  /// The place of the first row shown in the server's list, counted from 0: the pages around it are fetched, and the rows found by their
  /// ids.
  public var top = 0
  /// The place of the selected row in the server's list, counted from 0, which stays if the row itself is gone; nil until it is first
  /// known.
  public var selectedPlace: Int?
  /// The end of the list that the person is on the way to; nil if none.
  public var destination: Destination?
  /// The place of the row that the person is on the way to by its number, counted from 0; nil if none.
  public var wantedPlace: Int?
  /// The state of the list itself; nil until it is first saved.
  public var list: ChildState?

  /// Creates the state of a list that opens for the first time.
  public init() {}

  /// An end of a list.
  public enum Destination: String, Codable, Sendable {
    /// The first row, or the last.
    case first, last
  }
}
