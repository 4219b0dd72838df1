public import Restoration
public import Screens

/// The state of a list that a session saves. Positions are saved as row ids, because rows change
/// between loads and windows differ in size.
public struct ListState: RestorableState {
  /// The id of the selected row. While it is `nil`, because the user hasn't moved the selection or
  /// opened a row, the row from ``ListOptions/selectedID`` is selected, or the first row.
  public var selectedID: String?
  /// The name of the selected row, which a notice mentions if a refresh no longer returns the row.
  public var selectedName: String?
  /// The ids of rows near the selected one, the nearest first. If the selected row is removed, the
  /// first of them that still exists is selected.
  public var neighbourIDs: [String] = []
  /// The id of the row at the top of the screen.
  public var topID: String?
  /// The number of rows between the top of the screen and the selected row. If the row `topID` was
  /// removed or is far away, the scroll position is computed from this number.
  public var rowsAbove = 0
  /// Whether the mouse wheel may have scrolled the selected row out of sight.
  public var isScrolled = false
  /// The filter's text, including changes that the user is typing.
  public var filter = TextEntry()
  /// Whether the user is typing in the filter field.
  public var isFiltering = false
  /// The filter that was applied before the user began to type another one; `nil` if there was
  /// none.
  public var appliedFilter: String?
  /// The order that the user chose; `nil` for the list's initial order.
  public var sort: ListSort?
  /// The ids of the columns that are hidden, as the user chose them; `nil` until the user shows or
  /// hides a column.
  public var hiddenColumnIDs: [String]?
  /// The ids of the rows that were changed or added when a refresh last found changes. The list
  /// marks them. Their number is limited. Empty after a refresh by the user that finds no changes.
  public var changedIDs: [String] = []
  /// The ids in `changedIDs` of rows that were added.
  public var newIDs: [String] = []
  /// The number of rows changed by the refresh that `changedIDs` is about, including unmarked ones.
  public var changedCount = 0
  /// The number of rows added by the refresh that `changedIDs` is about, including unmarked ones.
  public var newCount = 0
  /// The number of rows removed by the refresh that `changedIDs` is about.
  public var lostCount = 0
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a list.
  public init() {}

  static let neighbourCount = 8
  /// The maximum number of marked rows. More marks wouldn't help the user.
  static let maximumChanges = 200
}
